"""Scripts in text, of which the tests of rules, tables and sensors have each their own words; on both runtimes.

A script has its title, then indented a line that says what there is, and lines of what is done `=>` what it comes to.
Lines that begin with `#` are remarks.
"""


def read(path):
    """Return the scripts of a file: title, what there is, and pairs of what is done and what it comes to."""
    scripts = []
    with open(path) as file:
        for line in file:
            if not line.strip() or line.startswith("#"):
                continue
            if not line.startswith(" "):
                scripts.append([line.strip(), "", []])
            elif not scripts[-1][1]:
                scripts[-1][1] = line.strip()
            else:
                done, _, expected = line.partition("=>")
                scripts[-1][2].append((done.strip(), expected.strip()))
    return scripts
