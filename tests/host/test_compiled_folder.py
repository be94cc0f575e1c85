"""The compiled firmware is made once, however many boards start at the same moment."""

from concurrent.futures import ThreadPoolExecutor

from treppe_sim import compiled


def test_boards_that_start_side_by_side_compile_once(tmp_path, monkeypatch):
    runs = []

    def compile_files(texts, architecture):
        runs.append(architecture)
        return {name.removesuffix(".py") + ".mpy": b"" for name in texts}

    monkeypatch.setenv("TREPPE_DATA", str(tmp_path))
    monkeypatch.setattr(compiled, "compile_files", compile_files)
    with ThreadPoolExecutor(6) as pool:
        folders = set(pool.map(lambda _: compiled.compiled_folder(), range(6)))
    assert len(runs) == 1 and len(folders) == 1 and folders.pop().is_dir()
    assert len(list((tmp_path / "compiled").iterdir())) == 1
