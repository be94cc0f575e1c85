"""`make boards`: proves every kept board, and writes the files for a fab and a builder."""

import re
import shutil
import sys
from pathlib import Path

from treppe_host.errors import TreppeError

from treppe_hardware.boards.fab import export_gerbers, interactive_bill, save_filled
from treppe_hardware.boards.fab_check import check_upload, nets_of_gerbers
from treppe_hardware.boards.kept import KEPT, boards_with_layout
from treppe_hardware.boards.order_sheet import render_order_sheet
from treppe_hardware.boards.prove import prove
from treppe_hardware.boards.saw import opens_after_saw
from treppe_hardware.boards.tables import write_tables
from treppe_hardware.descriptions.boards import Board
from treppe_hardware.descriptions.description import Hardware, read_hardware


def main(arguments: list[str]) -> int:
    """Return 1 if something is wrong with a board."""
    root = Path()
    hardware = read_hardware(root)
    boards = boards_with_layout(hardware)
    out = Path(arguments[0] if arguments else "build/boards")
    faults = {name: _prove_one(hardware, root, name, boards[name], out / name) for name in boards}
    return 1 if any(faults.values()) else 0


def _prove_one(hardware: Hardware, root: Path, name: str, board: Board, folder: Path) -> list[str]:
    footprints, fabs = hardware.footprints, hardware.fabs
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    path = root / KEPT / f"{name}.kicad_pcb"
    proof = prove(path, board, footprints, folder)
    if board.saw_mm:
        proof.faults += [f"open after the saw: {fault}" for fault in opens_after_saw(path, board, folder)]
    if not proof.faults:
        export_gerbers(name, proof.kicad_board, board, folder)
        written = write_tables(name, board, fabs, hardware.orders, footprints, folder)
        for fab, bom, cpl in written:
            uploaded = check_upload(fab, bom, cpl, folder / "gerbers", fabs.turns)
            proof.faults += [f"{fab.title}: {fault}" for fault in uploaded]
        sheet = render_order_sheet(name, board, fabs.costs, hardware.orders, footprints, written)
        (folder / "order.md").write_text(sheet, encoding="utf-8")
        filled = save_filled(name, proof.kicad_board, board, hardware.orders, folder)
        proof.faults += interactive_bill(filled, folder)
        wanted = {(one.ref, str(at)): net for one in board.components for at, net in enumerate(one.nets, 1) if net}
        plotted = nets_of_gerbers(folder / "gerbers")
        proof.faults += [
            f"{ref} pad {pad}: {net} is {plotted.get((ref, pad))} in the Gerbers"
            for (ref, pad), net in wanted.items()
            if plotted.get((ref, pad)) != net
        ]
    for report in folder.glob("*.drc.txt"):
        dated = report.read_text(encoding="utf-8")
        report.write_text(re.sub(r"\*\* Created on .*", "** Created on 2026-01-01 **", dated), encoding="utf-8")
    for fault in proof.faults:
        print(f"{name}: {fault}", file=sys.stderr)
    silk = sum(count for rule, count in proof.counts.items() if rule.startswith("silk"))
    size = f"{len(board.components)} parts, {len(board.nets())} nets"
    print(f"{name}: {len(proof.faults)} faults, {size}, {silk} remarks on the print")
    return proof.faults


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except TreppeError as error:
        sys.exit(str(error))
