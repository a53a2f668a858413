"""Modules put together, so that a page is a handful of requests: a phone far from the server waits for each of them.

Nothing is built beforehand. Our modules have one form, which Prettier keeps: imports of names, and `export` before what
they export; none needs itself, or awaits. So each becomes a function that is called once; a *bundle* is a file of such
functions. What `main.js` needs is one bundle. For every module that is fetched when it is wanted there are two more:
what nobody needs without it, under its own name, and what later ones need as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from posixpath import normpath

MAIN = "js/main.js"

#: Comments: /** ... */, lines of their own, and those after code, as far as no quote could make them part of a text.
_COMMENT = re.compile(r"/\*\*(?s:.*?)\*/|^[ \t]*// .*\n|(?<=[;,{}(\[>]) // [^\n'\"`]*$", re.MULTILINE)
_IMPORT = re.compile(r"^import \{([^}]*)\} from '([^']+)';\n?", re.MULTILINE)
_WANTED = re.compile(r"\bimport\('([^']+)'\)")
_EXPORT = re.compile(r"^export (const|class) (\w+)", re.MULTILINE)
_LISTED = re.compile(r"^export \{([^}]*)\};\n?", re.MULTILINE)


class Module:
    """A module: its text, the modules that it needs from the start, and those that it may fetch later."""

    def __init__(self, path: str, text: str) -> None:
        """path: below the folder of the pages, such as `js/main.js`."""
        self.path = path
        self.text = _COMMENT.sub("", text)
        self.imports = [(names, self.at(where)) for names, where in _IMPORT.findall(self.text)]
        self.wanted = [self.at(where) for where in _WANTED.findall(self.text)]
        listed = [name.strip() for names in _LISTED.findall(self.text) for name in names.split(",")]
        self.exports = [name for _, name in _EXPORT.findall(self.text)] + [name for name in listed if name]

    def at(self, where: str) -> str:
        """The path of a module that this one names."""
        return normpath(str(PurePosixPath(self.path).parent / where))

    def function(self, names: Mapping[str, str], root: str) -> str:
        """The module as a call that returns what it exports. names: of other modules' exports; root: of addresses."""
        body = _IMPORT.sub("", self.text)
        body = _LISTED.sub("", _EXPORT.sub(r"\1 \2", body))
        body = body.replace("'/static/", f"'{root}/")
        body = _WANTED.sub(lambda found: f"import('{root}/{self.at(found[1])}')", body)
        taken = [f"const {{{given.replace(' as ', ': ')}}} = {names[path]};" for given, path in self.imports]
        inner = re.sub(r"\n\n+", "\n", "\n".join([*taken, body.strip()]))
        return f"(() => {{\n{inner}\nreturn {{ {', '.join(self.exports)} }};\n}})()"


def bundled(texts: Mapping[str, str], root: str) -> dict[str, str]:
    """Return bundles by path: `js/main.js`, every module that is fetched when it is wanted, and what these share.

    texts: the modules by path, and vendored ones that they name, as which no bundle is made. root: what addresses begin
    with.

    >>> made = bundled({
    ...     "js/main.js": "import { a } from './a.js';\\nexport const b = () => import('./c.js');\\n",
    ...     "js/a.js": "// Numbers.\\nexport const a = 1; // the first\\n",
    ...     "js/c.js": "import { a as one } from './a.js';\\nexport const c = one;\\n",
    ... }, "/static/1")
    >>> print(made["js/c.js"])
    import { m0 } from '/static/1/js/main.js';
    const m2 = (() => {
    const { a: one } = m0;
    const c = one;
    return { c };
    })();
    export const { c } = m2;
    export { m2 };
    """
    modules = {path: Module(path, text) for path, text in texts.items() if not path.startswith("vendor/")}
    wanted = sorted({path for module in modules.values() for path in module.wanted})
    first = dict.fromkeys(path for path in [MAIN, *modules[MAIN].wanted, *wanted] if path in modules)
    needs = {path: list(_needed(modules, path)) for path in first}
    home: dict[str, str] = {}
    for path in modules:
        users = [entry for entry in first if path in needs[entry]]
        if users:
            with_it = (each for each in users if each == MAIN or all(each in needs[user] for user in users))
            home[path] = next(with_it, f"{users[0].removesuffix('.js')}.shared.js")
    in_order = list(dict.fromkeys(each for entry in first for each in needs[entry]))
    names = {path: f"m{place}" for place, path in enumerate(in_order)}
    vendored = {path: f"v{place}" for place, path in enumerate(path for path in texts if path not in modules)}
    made = {}
    for bundle in dict.fromkeys([*home.values(), *first]):
        inside = [path for path in in_order if home[path] == bundle]
        outside: dict[str, list[str]] = {}
        for path in dict.fromkeys([*(need for each in inside for _, need in modules[each].imports), bundle]):
            if path in home and home[path] != bundle:
                outside.setdefault(home[path], []).append(names[path])
        lines = [f"import * as {vendored[path]} from '{root}/{path}';" for path in _vendored(modules, inside)]
        lines += [f"import {{ {', '.join(taken)} }} from '{root}/{path}';" for path, taken in outside.items()]
        lines += [f"const {names[path]} = {modules[path].function(names | vendored, root)};" for path in inside]
        if bundle in modules and modules[bundle].exports:
            lines.append(f"export const {{ {', '.join(modules[bundle].exports)} }} = {names[bundle]};")
        if inside:
            lines.append(f"export {{ {', '.join(names[path] for path in inside)} }};")
        made[bundle] = "\n".join(lines)
    return made


def loaded(bundles: Mapping[str, str], path: str, root: str) -> list[str]:
    """Return the files that a bundle needs from the start, itself among them, as paths below `root`."""
    found = [path]
    for each in found:
        needed = re.findall(rf"^import .* from '{re.escape(root)}/(.+)';$", bundles.get(each, ""), re.MULTILINE)
        found += [need for need in needed if need not in found]
    return found


def _needed(modules: Mapping[str, Module], path: str) -> Iterator[str]:
    """The modules that one needs from the start, those first that others need, itself last."""
    seen = set[str]()

    def within(path: str) -> Iterator[str]:
        if path in modules and path not in seen:
            seen.add(path)
            for _, need in modules[path].imports:
                yield from within(need)
            yield path

    return within(path)


def _vendored(modules: Mapping[str, Module], inside: list[str]) -> list[str]:
    return list(dict.fromkeys(need for each in inside for _, need in modules[each].imports if need not in modules))
