"""Run the tests of the named files: `micropython tests/run_micropython.py tests/games/test_step.py ...`."""

import sys

sys.path[:0] = ["firmware", "firmware/lib", "tests/support"]

failures = count = 0
for path in sys.argv[1:]:
    folder, file = path.rsplit("/", 1)
    sys.path.insert(0, folder)
    module = __import__(file[:-3])
    for name in sorted(dir(module)):
        if not name.startswith("test_"):
            continue
        count += 1
        try:
            getattr(module, name)()
        except Exception as error:
            failures += 1
            print("FAILED", path, name)
            sys.print_exception(error)
    sys.path.remove(folder)
print(count, "run,", failures, "failed")
sys.exit(1 if failures or not count else 0)
