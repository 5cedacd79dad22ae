#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compare the #include lines of src/ and cli/ with docs/layers.txt.

    tools/check_layers.py [ROOT]        exit 1 and list file:line when something points the wrong way
    tools/check_layers.py --self-test   prove on made-up trees that each kind of fault is found
"""

import re
import sys
import tempfile
from pathlib import Path

SOURCE_SUFFIXES = {".cpp", ".hpp", ".hpp.in"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
LINKED = re.compile(r"\bscree::(\w+)")


def read_layers(path):
    """Return ({module: set of modules it may include}, faults)."""
    layers, faults = {}, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        name, colon, allowed = line.partition(":")
        name = name.strip()
        if not colon or not re.fullmatch(r"\w+", name):
            faults.append(f"{path}:{number}: expected 'module: module module ...', got '{line}'")
            continue
        if name in layers:
            faults.append(f"{path}:{number}: '{name}' has a line already")
        for other in allowed.split():
            if other not in layers:
                faults.append(f"{path}:{number}: '{name}' may not use '{other}': no line above says what that is")
        layers[name] = set(allowed.split())
    return layers, faults


def check_sources(folder, module, allowed, layers):
    """Faults in the include lines of one module's sources."""
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or not any(path.name.endswith(s) for s in SOURCE_SUFFIXES):
            continue
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            bracket, target = match.groups()
            where = f"{path}:{number}"
            if ".." in target.split("/"):
                yield f"{where}: '{target}': no '../' in includes, write <scree/module/file.hpp>"
            elif bracket == '"' and module != "cli":
                yield f"{where}: '{target}': write <scree/module/file.hpp>, not quotes"
            elif target.startswith("scree/"):
                other = target.split("/")[1]
                if other not in layers:
                    yield f"{where}: '{target}': docs/layers.txt has no module '{other}'"
                elif other != module and other not in allowed:
                    yield f"{where}: '{module}' may not include '{other}' (docs/layers.txt)"
                elif other != module and "detail" in target.split("/"):
                    yield f"{where}: '{target}': detail/ headers belong to '{other}' alone"


def check_links(lists_file, module, allowed, layers):
    """Faults in what one module's CMakeLists.txt links."""
    if not lists_file.is_file():
        return
    for number, line in enumerate(lists_file.read_text().splitlines(), 1):
        for other in LINKED.findall(line.split("#")[0]):
            if other in layers and other != module and other not in allowed:
                yield f"{lists_file}:{number}: '{module}' may not link '{other}' (docs/layers.txt)"


def check(root):
    """All faults of the tree at root, as printable lines."""
    layers_file = root / "docs" / "layers.txt"
    if not layers_file.is_file():
        return [f"{layers_file}: missing"]
    layers, faults = read_layers(layers_file)
    folders = sorted(p for p in (root / "src" / "scree").glob("*") if p.is_dir())
    if (root / "cli").is_dir():
        folders.append(root / "cli")
    for folder in folders:
        if folder.name not in layers:
            faults.append(f"{layers_file}: no line for module '{folder.name}' ({folder})")
            continue
        allowed = layers[folder.name]
        faults += check_sources(folder, folder.name, allowed, layers)
        faults += check_links(folder / "CMakeLists.txt", folder.name, allowed, layers)
    return faults


def self_test():
    """Each made-up tree holds one fault (or none); the fault must be found, at its line."""
    layers = "base:\nshapes: base\nlaws: base\ncli: base shapes laws\n"
    good = {
        "docs/layers.txt": layers,
        "src/scree/base/vec3.hpp": "#pragma once\n#include <Eigen/Core>\n",
        "src/scree/shapes/sphere.hpp": "#include <scree/base/vec3.hpp>\n#include <scree/shapes/box.hpp>\n",
        "src/scree/shapes/CMakeLists.txt": "scree_module(shapes USES scree::base)\n",
        "cli/main.cpp": '#include "commands.hpp"\n#include <scree/shapes/sphere.hpp>\n',
    }
    cases = [
        ("a clean tree", {}, None),
        ("pointing up", {"src/scree/base/pose.hpp": "\n#include <scree/shapes/sphere.hpp>\n"}, "pose.hpp:2:"),
        ("pointing sideways", {"src/scree/laws/hertz.cpp": "# include <scree/shapes/box.hpp>\n"}, "hertz.cpp:1:"),
        ("a relative path", {"src/scree/shapes/box.cpp": "#include <scree/shapes/../base/vec3.hpp>\n"}, "box.cpp:1:"),
        ("a quoted include", {"src/scree/shapes/box.cpp": '\n\n#include "sphere.hpp"\n'}, "box.cpp:3:"),
        ("another's detail", {"src/scree/shapes/box.cpp": "#include <scree/base/detail/x.hpp>\n"}, "box.cpp:1:"),
        ("an unknown module", {"src/scree/shapes/box.cpp": "#include <scree/baze/vec3.hpp>\n"}, "box.cpp:1:"),
        ("a folder without a line", {"src/scree/magic/x.hpp": "\n"}, "'magic'"),
        ("a forbidden link", {"src/scree/laws/CMakeLists.txt": "scree_module(laws\n USES scree::shapes)\n"}, "CMakeLists.txt:2:"),
        ("a cycle", {"docs/layers.txt": "base: shapes\nshapes: base\nlaws: base\ncli: base shapes\n"}, "layers.txt:1:"),
        ("a line without colon", {"docs/layers.txt": layers + "scene base\n"}, "layers.txt:5:"),
    ]
    failed = 0
    for name, changes, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            for file, text in {**good, **changes}.items():
                path = Path(folder) / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            faults = check(Path(folder))
        is_right = not faults if expected is None else len(faults) >= 1 and expected in faults[0]
        if not is_right:
            failed += 1
            print(f"self-test: {name}: expected {expected or 'no fault'}, got {faults}")
    print(f"self-test: {len(cases) - failed} of {len(cases)} cases right")
    return 1 if failed else 0


def main(arguments):
    if arguments == ["--self-test"]:
        return self_test()
    if len(arguments) > 1 or (arguments and arguments[0].startswith("-")):
        print(__doc__, file=sys.stderr)
        return 2
    root = Path(arguments[0]) if arguments else Path(__file__).resolve().parent.parent
    faults = check(root)
    for fault in faults:
        print(fault)
    if faults:
        print(f"layers: {len(faults)} fault(s)")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
