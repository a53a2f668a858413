"""The page of a report: one HTML file without anything from elsewhere, for screens of any width and for paper."""

from __future__ import annotations

import re
from base64 import b64encode
from fractions import Fraction
from html import escape
from importlib.metadata import version
from typing import Any, Final

from oddsmith.plots import rendered, small
from oddsmith.workbench.reporting.contents import Figure, Play, Report, Section

#: Figures of a finding past these are folded.
_MOST_SHOWN: Final = 6

#: A plan of more letters leaves less room for figures on its page.
_LONG: Final = 250

#: The hyphen of a number below 0.
_MINUS: Final = re.compile(r"(?<![^\s(])-(?=\d)")


def page_of(report: Report) -> str:
    """Return the page of a report as HTML."""
    system = report.system
    findings = len(report.findings)
    rules = ", ".join(f"{name} {text}" for name, text in report.options.items())
    contents = "".join(
        f'<li><a href="#a{place}">{escape(section.title)}</a></li>' for place, section in enumerate(report.sections)
    )
    sections = "".join(_section(place, section) for place, section in enumerate(report.sections))
    sources = "".join(
        f'<li><a href="{escape(source.url)}">{escape(source.title)}</a> {escape(source.author)}</li>'
        for source in system.sources
    )
    told = "".join(_finding(each, report.audit) for each in report.findings) or "<p>Nothing odd was found.</p>"
    return _PAGE.format(
        title=escape(system.title),
        style=_STYLE,
        summary=escape(system.summary),
        rules=f"<p>House rules: {escape(rules)}.</p>" if rules else "",
        contents=contents,
        count=f"{findings} odd thing{'s' if findings != 1 else ''} in its numbers" if findings else "Nothing odd",
        sections=sections,
        findings=told,
        audit=_command(report.audit),
        sources=f"<h2>Sources</h2><ul>{sources}</ul>" if sources else "",
        version=escape(version("oddsmith")),
    )


def _section(place: int, section: Section) -> str:
    figures = "".join(map(_figure, section.figures))
    play = "" if section.play is None else _play(section.play)
    return (
        f'<section id="a{place}"><h2>{escape(section.title)}</h2><p class="lead">{escape(section.summary)}</p>{play}'
        f'<div class="figures">{figures}</div></section>'
    )


def _figure(figure: Figure) -> str:
    if figure.chart is None:
        told = f"<figcaption>{escape(figure.title)}</figcaption><p>{escape(figure.told)}</p>"
        return f"<figure>{told}{_command(figure.command)}</figure>"
    chart, note = small(figure.chart)
    drawn = b64encode(rendered(chart)).decode()
    told = f'<p class="note">{escape(note)}</p>' if note else ""
    return (
        f"<figure><figcaption>{escape(figure.title)}</figcaption>{told}"
        f'<img alt="{escape(figure.title)}" src="data:image/svg+xml;base64,{drawn}">{_command(figure.command)}</figure>'
    )


def _play(play: Play) -> str:
    value, unspent = (_number(number, is_chance=play.is_chance) for number in (play.value, play.unspent))
    if value == unspent:
        headline = f"Best play for “{escape(play.goal)}” changes nothing here: {value} with nothing spent already."
    else:
        headline = (
            f"Played best for “{escape(play.goal)}”: <b>{value}</b>, instead of <b>{unspent}</b> with nothing spent."
        )
    begins = ", ".join(play.opening)
    opening = f"<p>It begins with: {escape(begins)}.</p>" if begins and value != unspent else ""
    thumbs = "".join(f"<li>{escape(thumb)}</li>" for thumb in play.thumbs)
    listed = f"<p>In short:</p><ul>{thumbs}</ul>" if thumbs else ""
    kind = "play long" if sum(map(len, play.thumbs)) > _LONG else "play"
    return f'<div class="{kind}"><p>{headline}</p>{opening}{listed}{_command(play.command)}</div>'


def _finding(finding: Any, audit: str) -> str:
    """Return a finding with the command that shows it, but for that of the audit, which stands above all."""
    rows = [
        f"<tr><td>{escape(_MINUS.sub('−', name.replace('_', ' ')))}</td><td>{escape(_shown(value))}</td></tr>"
        for name, value in finding["figures"].items()
    ]
    shown, folded = rows[:_MOST_SHOWN], rows[_MOST_SHOWN:]
    table = f"<table>{''.join(shown)}</table>" if shown else ""
    if folded:
        table += f"<details><summary>{len(folded)} more</summary><table>{''.join(folded)}</table></details>"
    command = "" if finding["command"] == audit else _command(finding["command"])
    told = f"<h3>{escape(finding['rule'])}</h3><p>{escape(finding['text'])}</p>"
    return f'<div class="finding">{told}{table}{command}</div>'


def _shown(value: Any) -> str:
    """Write a figure: a fraction with its decimal, anything else as it is."""
    if isinstance(value, str) and "/" in value and value.replace("/", "").replace("-", "").isdecimal():
        exact = Fraction(value)
        return _MINUS.sub("−", f"{float(exact):.4g} ({value})" if len(value) <= 15 else f"{float(exact):.4g}")
    return ", ".join(map(str, value)) if isinstance(value, list) else _MINUS.sub("−", str(value))


def _number(number: float, *, is_chance: bool) -> str:
    return f"{number:.1%}" if is_chance else f"{number:.4g}"


def _command(line: str) -> str:
    """Return a line of a shell that breaks between its words, not after the hyphens in them."""
    words = (f"<span>{escape(word)}</span>" if "-" in word else escape(word) for word in line.split(" "))
    return f"<pre>{' '.join(words)}</pre>"


_STYLE: Final = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1060px; padding: 1.5rem 1rem 4rem; background: #fff; color: #1d2429;
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif; }
h1 { font-size: clamp(1.9rem, 6vw, 2.9rem); line-height: 1.1; margin: 1rem 0 .5rem; color: #16324f; }
h2 { font-size: 1.5rem; margin: 3rem 0 .25rem; padding-top: .75rem; border-top: 3px solid #16324f; color: #16324f; }
h3 { font-size: 1rem; margin: 0; color: #5b6770; font-weight: 600; }
p { margin: .4rem 0; max-width: 68ch; }
.lead, .kicker { color: #46515a; }
.kicker { text-transform: uppercase; letter-spacing: .08em; font-size: .8rem; margin: 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; list-style: none; padding: 0; }
a { color: #1d5fa0; }
.figures { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr));
  margin-top: 1rem; align-items: start; }
figure { margin: 0; min-width: 0; }
figcaption { font-weight: 600; }
.note { color: #5b6770; font-size: .85rem; margin: 0; }
img { display: block; width: 100%; max-width: 500px; height: auto; margin: .4rem 0; }
pre { margin: .4rem 0; padding: .45rem .6rem; background: #f2f4f6; border-left: 3px solid #b9c4cc; font-size: .8rem;
  white-space: pre-wrap; overflow-wrap: anywhere; }
pre span { display: inline-block; max-width: 100%; vertical-align: bottom; }
.play { background: #f7f4ec; border-left: 4px solid #c2410c; padding: .6rem .9rem; margin: .8rem 0; }
.play ul { margin: .2rem 0 .4rem; padding-left: 1.2rem; }
.play pre { background: #fff; }
.finding { margin: 1.2rem 0; }
table { border-collapse: collapse; margin: .4rem 0; font-size: .9rem; font-variant-numeric: tabular-nums; }
td { padding: .15rem 1.2rem .15rem 0; border-bottom: 1px solid #e3e7ea; vertical-align: top; }
summary { cursor: pointer; color: #1d5fa0; font-size: .9rem; }
footer { margin-top: 3rem; color: #5b6770; font-size: .85rem; }
@media print {
  @page { size: A4; margin: 12mm 12mm 15mm;
    @bottom-right { content: counter(page); font: 8pt sans-serif; color: #5b6770; } }
  html { font-size: 9.5pt; }
  body { max-width: none; padding: 0; font-size: 1rem; line-height: 1.4; }
  h2 { margin-top: 1.2rem; font-size: 1.5rem; }
  main > h2 { font-size: 1rem; border-top-width: 1px; }
  main > ul { margin: 0; font-size: .85rem; }
  h1 { margin: 0 0 .3rem; font-size: 2.2rem; }
  section, figure, .play, .finding p, tr { break-inside: avoid; }
  section:first-of-type, #findings { break-inside: auto; }
  h2, h2 + pre, h3, .finding p, tr:nth-child(-n + 2), .lead, .play { break-after: avoid; }
  #findings:nth-of-type(n + 4) { break-before: page; }
  table { font-size: .85rem; line-height: 1.25; }
  td { padding: .08rem .6rem .08rem 0; }
  td:last-child { white-space: nowrap; padding-right: 0; }
  details table { margin-top: -.4rem; }
  footer { margin-top: .4rem; }
  footer p { max-width: none; margin: 0; }
  .figures { grid-template-columns: 1fr 1fr; gap: .6rem 1.5rem; margin-top: .5rem; }
  figure:nth-child(3), .figures:not(:has(> figure:nth-child(3))) > figure { grid-column: 1 / -1; }
  .findings { columns: 2; column-gap: 1.5rem; }
  figure { margin-bottom: .5rem; }
  img { width: auto; max-width: 100%; max-height: 62mm; }
  figure:nth-child(3) img { height: 90mm; max-height: none; }
  section:has(.long) figure:nth-child(3) img { height: 62mm; }
  .figures:not(:has(> figure:nth-child(3))) img { height: 72mm; max-height: none; }
  pre { font-size: 7.5pt; padding: .3rem .5rem; }
  .play { padding: .4rem .8rem; margin: .5rem 0; }
  .finding { margin: 0 0 .5rem; }
  .finding pre { margin: .1rem 0 0; padding: .1rem .4rem; font-size: 6.5pt; }
  nav, summary { display: none; }
  details::details-content { display: block; content-visibility: visible; }
}
"""

_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: a report</title>
<style>{style}</style>
</head>
<body>
<header>
<p class="kicker">A report on a game</p>
<h1>{title}</h1>
<p class="lead">{summary}</p>{rules}
<nav><ul>{contents}<li><a href="#findings">{count}</a></li></ul></nav>
</header>
<main>
{sections}
<section id="findings"><h2>{count}</h2>{audit}<div class="findings">{findings}</div></section>
{sources}
</main>
<footer><p>Computed by Oddsmith {version}; every figure is exact before it is rounded, and the line below it shows it.
Figures are at the example of each action's help.</p></footer>
</body>
</html>
"""
