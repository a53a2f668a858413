"""Gather the playground into dist/playground: our wheel, the wheels and Pyodide that it runs on, page and editor."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "tools" / "playground"
PAGE = ROOT / "playground"
STATIC = ROOT / "src" / "oddsmith" / "web" / "static"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
FOR_THE_BROWSER = (
    *("--no-deps", "--require-hashes", "--only-binary=:all:", "--implementation=cp", "--python-version=3.14"),
    *("--abi=cp314", "--platform=pyemscripten_2026_0_wasm32"),
)

_PACKAGE = re.compile(r".*node_modules/((?:@[^/]+/)?[^/]+)/.*")
_OTHERS = """Oddsmith is MIT. The editor (editor.js) is made of the packages whose licences are in this folder.
Each wheel in wheels/ holds the licences of what is in it; python-flint's has those of FLINT, GMP and MPFR (LGPL).

pyodide/ is Pyodide {version}, MPL-2.0 (https://www.mozilla.org/MPL/2.0/). Its source: https://github.com/pyodide/pyodide
It holds CPython and its standard library, PSF-2.0 (https://docs.python.org/3/license.html).
"""


def build(target: Path) -> None:
    """Write all files of the playground into a folder that holds nothing else."""
    shutil.rmtree(target, ignore_errors=True)
    wheels = target / "wheels"
    wheels.mkdir(parents=True)
    pins = str(ROOT / "requirements" / "playground.txt")
    _run(sys.executable, "-m", "pip", "download", "--quiet", *FOR_THE_BROWSER, "-r", pins, "-d", str(wheels))
    _run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels))
    _run("npm", "--prefix", str(TOOLS), "ci", "--silent")
    bundle = ("--bundle", "--format=esm", "--minify", "--legal-comments=eof", f"--outfile={target / 'editor.js'}")
    made_of = target / "made-of.json"
    _run(
        str(TOOLS / "node_modules/.bin/esbuild"),
        str(TOOLS / "editor.js"),
        *bundle,
        f"--metafile={made_of}",
        "--log-level=warning",
    )
    _licences(target / "licences", json.loads(made_of.read_text(encoding="utf-8"))["inputs"])
    made_of.unlink()
    (target / "pyodide").mkdir()
    for name in CORE:
        shutil.copy(TOOLS / "node_modules" / "pyodide" / name, target / "pyodide" / name)
    for file in PAGE.iterdir():
        if file.is_file():
            shutil.copy(file, target / file.name)
    shutil.copytree(STATIC / "css", target / "css")
    (target / "vendor").mkdir()
    for file in (STATIC / "vendor").glob("*.woff2"):
        shutil.copy(file, target / "vendor" / file.name)
    shutil.copy(STATIC / "icon.svg", target / "icon.svg")
    listed = _listed(target)
    (target / "files.json").write_text(json.dumps(listed, indent=1))
    service = target / "service.js"
    service.write_text(service.read_text().replace("VERSION", str(listed["version"]), 1))


def _licences(folder: Path, inputs: Iterable[str]) -> None:
    """Copy the licences of all packages that the editor is made of, and name Pyodide's; wheels hold their own."""
    folder.mkdir()
    for package in sorted({_PACKAGE.sub(r"\1", file) for file in inputs if "node_modules/" in file}):
        name = package.replace("@", "").replace("/", "-")
        shutil.copy(TOOLS / "node_modules" / package / "LICENSE", folder / f"{name}.txt")
    version = json.loads((TOOLS / "node_modules" / "pyodide" / "package.json").read_text(encoding="utf-8"))["version"]
    (folder / "README.txt").write_text(_OTHERS.format(version=version), encoding="utf-8")


def _listed(target: Path) -> dict[str, object]:
    """Return what is in the folder: what the browser keeps, the wheels, and a digest of all of it."""
    files = sorted(file for file in target.rglob("*") if file.is_file())
    digest = hashlib.sha256(b"".join(hashlib.sha256(file.read_bytes()).digest() for file in files)).hexdigest()
    names = [file.relative_to(target).as_posix() for file in files]
    wheels = [name for name in names if name.endswith(".whl")]
    return {"version": digest[:16], "files": ["./", "files.json", *names], "wheels": wheels}


def _run(*command: str) -> None:
    subprocess.run(command, check=True, cwd=ROOT)


if __name__ == "__main__":
    build(ROOT / "dist" / "playground")
    print("Made dist/playground. Show it with: python -m http.server --directory dist/playground")
