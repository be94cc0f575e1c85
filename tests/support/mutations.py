"""Small faults for Python code, each as text that takes the place of other text: what `make mutants` plants."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
_TYPES_ONLY = ("annotation", "returns", "decorator_list")


@dataclass(frozen=True)
class Mutation:
    """Text of a file, from `start` to `end`, and what takes its place."""

    line: int
    start: int
    end: int
    old: str
    new: str

    def apply(self, source: bytes) -> bytes:
        """Return the source with this fault in it."""
        return source[: self.start] + self.new.encode() + source[self.end :]


def mutations(source: bytes) -> list[Mutation]:
    """Return all small faults of a file.

    Figures at the top of a file are left out: they are tuned, and benches hold them. So is whatever makes messages.
    """
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    found = []
    for node, replacement in _in(ast.parse(source), is_top=True):
        start = lines[node.lineno - 1] + node.col_offset
        end = lines[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        new = replacement if isinstance(replacement, str) else f"({ast.unparse(replacement)})"
        found.append(Mutation(node.lineno, start, end, source[start:end].decode(), new))
    return found


def _in(node: ast.AST, *, is_top: bool) -> Iterator[tuple[ast.expr | ast.stmt, ast.expr | str]]:
    for name, value in ast.iter_fields(node):
        if name in _TYPES_ONLY:
            continue
        for child in value if isinstance(value, list) else [value]:
            if (
                not isinstance(child, ast.AST)
                or _is_figure(child, is_top)
                or isinstance(child, ast.JoinedStr | ast.Raise)
            ):
                continue
            if isinstance(child, ast.expr | ast.stmt):
                yield from ((child, new) for new in _faults(child))
            yield from _in(child, is_top=is_top and isinstance(child, ast.ClassDef))


def _is_figure(node: ast.AST, is_top: bool) -> bool:
    return is_top and isinstance(node, ast.stmt) and not isinstance(node, ast.FunctionDef | ast.ClassDef)


def _faults(node: ast.expr | ast.stmt) -> Iterator[ast.expr | str]:
    match node:
        case ast.Compare(left, [operator, *others], comparators) if type(operator) in _COMPARISONS:
            yield ast.Compare(left, [_COMPARISONS[type(operator)](), *others], comparators)
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.BinOp(left, operator, right) if type(operator) in _OPERATORS and not _is_text(left):
            yield ast.BinOp(left, _OPERATORS[type(operator)](), right)
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield ast.Constant(value + 1 if value < 100 else 2 * value)  # a millisecond more is no fault
        case ast.IfExp(test, body, orelse):
            yield ast.IfExp(ast.UnaryOp(ast.Not(), test), body, orelse)
        case ast.Expr(ast.Call()) | ast.AugAssign() | ast.Break() | ast.Continue():
            yield "pass"
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield "pass"


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant | ast.JoinedStr) and not isinstance(getattr(node, "value", ""), int | float)
