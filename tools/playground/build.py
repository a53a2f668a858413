"""Gather the playground into dist/playground: our wheel, the wheels and Pyodide that it runs on, page and editor."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
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
    _run(str(TOOLS / "node_modules/.bin/esbuild"), str(TOOLS / "editor.js"), *bundle, "--log-level=warning")
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
    (target / "files.json").write_text(json.dumps(_listed(target), indent=1))


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
