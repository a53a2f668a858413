"""Gather the playground into dist/playground: our wheel, the wheels and Pyodide that it runs on, the page, the docs."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tools.build_docs import build_docs

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "dist" / "playground"
TOOLS = ROOT / "tools" / "playground"
PAGE = ROOT / "playground"
STATIC = ROOT / "src" / "oddsmith" / "web" / "static"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
FOR_THE_BROWSER = (
    *("--no-deps", "--require-hashes", "--only-binary=:all:", "--implementation=cp", "--python-version=3.14"),
    *("--abi=cp314", "--platform=pyemscripten_2026_0_wasm32"),
)

#: What it is made from, beside what the pins and the lock name.
_SOURCES = (
    *("README.md", "LICENSE", "pyproject.toml", "zensical.toml", "requirements/playground.txt", "tools/build_docs.py"),
    *("tools/package_readme.py", "tools/doctest_fences.py", "docs", "playground", "src/oddsmith", "tools/playground"),
)
_MADE = {"__pycache__", "node_modules"}

_PACKAGE = re.compile(r".*node_modules/((?:@[^/]+/)?[^/]+)/.*")
_OTHERS = """Oddsmith is MIT. The editor (editor.js) is made of the packages whose licences are in this folder.
Each wheel in wheels/ holds the licences of what is in it; python-flint's has those of FLINT, GMP and MPFR (LGPL).

pyodide/ is Pyodide {version}, MPL-2.0 (https://www.mozilla.org/MPL/2.0/). Its source: https://github.com/pyodide/pyodide
It holds CPython and its standard library, PSF-2.0 (https://docs.python.org/3/license.html).
"""


def sources() -> str:
    """Return the digest of all files that the playground is made from, as they are now."""
    digest = hashlib.sha256()
    for name in _SOURCES:
        for file in _files(ROOT / name):
            digest.update(f"{file.relative_to(ROOT).as_posix()}\0".encode())
            digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _files(path: Path) -> Iterator[Path]:
    """Give a file, or those of a folder in order, without what programs have made there."""
    if path.is_file():
        yield path
    elif path.name not in _MADE:
        for each in sorted(path.iterdir()):
            yield from _files(each)


def fault(built: Path = BUILT) -> str:
    """Return why what was built cannot be used, or nothing: it is not there, or its sources have changed since."""
    listed = built / "files.json"
    if not listed.exists():
        return "there is no dist/playground: make playground"
    made_from = json.loads(listed.read_text(encoding="utf-8")).get("sources")
    return "" if made_from == sources() else "dist/playground is older than its sources: make playground"


def build(target: Path) -> None:
    """Write all files of the playground into a folder that holds nothing else."""
    made_from = sources()
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    with ThreadPoolExecutor() as others:
        docs = others.submit(build_docs, target / "docs", "../")
        _page(target)
        listed = _listed(target)
        docs.result()
    (target / "files.json").write_text(json.dumps({**listed, "sources": made_from}, indent=1))
    service = target / "service.js"
    service.write_text(service.read_text().replace("VERSION", str(listed["version"]), 1))


def _page(target: Path) -> None:
    """Write the page and all that it runs."""
    wheels = target / "wheels"
    wheels.mkdir()
    pins = str(ROOT / "requirements" / "playground.txt")
    _run(sys.executable, "-m", "pip", "download", "--quiet", *FOR_THE_BROWSER, "-r", pins, "-d", str(wheels))
    _run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels))
    _install()
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


def _install() -> None:
    """Install what the lock names, unless it is there."""
    there, lock = TOOLS / "node_modules" / ".package-lock.json", TOOLS / "package-lock.json"
    if not there.exists() or there.stat().st_mtime < lock.stat().st_mtime:
        _run("npm", "--prefix", str(TOOLS), "ci", "--silent")


def _licences(folder: Path, inputs: Iterable[str]) -> None:
    """Copy the licences of all packages that the editor is made of, and name Pyodide's; wheels hold their own."""
    folder.mkdir()
    for package in sorted({_PACKAGE.sub(r"\1", file) for file in inputs if "node_modules/" in file}):
        name = package.replace("@", "").replace("/", "-")
        shutil.copy(TOOLS / "node_modules" / package / "LICENSE", folder / f"{name}.txt")
    version = json.loads((TOOLS / "node_modules" / "pyodide" / "package.json").read_text(encoding="utf-8"))["version"]
    (folder / "README.txt").write_text(_OTHERS.format(version=version), encoding="utf-8")


def _listed(target: Path) -> dict[str, object]:
    """Return what the browser keeps: all but the documentation; of that the wheels, and a digest of all of it."""
    docs = target / "docs"
    files = sorted(file for file in target.rglob("*") if file.is_file() and docs not in file.parents)
    digest = hashlib.sha256(b"".join(hashlib.sha256(file.read_bytes()).digest() for file in files)).hexdigest()
    names = [file.relative_to(target).as_posix() for file in files]
    wheels = [name for name in names if name.endswith(".whl")]
    return {"version": digest[:16], "files": ["./", "files.json", *names], "wheels": wheels}


def _run(*command: str) -> None:
    subprocess.run(command, check=True, cwd=ROOT)


def main() -> str | None:
    """Build it; return why it could not be built."""
    if shutil.which("npm") is None:
        return "The playground needs npm, which brings Pyodide and the editor. On Debian and Ubuntu: apt install npm"
    try:
        build(BUILT)
    except subprocess.CalledProcessError as error:
        shutil.rmtree(BUILT, ignore_errors=True)
        return f"{error.stdout or ''}{error.stderr or ''}The playground was not made: {Path(error.cmd[0]).name} failed."
    print("Made dist/playground. Show it with: python -m http.server --directory dist/playground")
    return None


if __name__ == "__main__":
    sys.exit(main())
