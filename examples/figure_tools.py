"""What the papers' scripts share: arguments, and a figure of nazo's drawn with matplotlib."""

import argparse
import textwrap

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402


def arguments(about):
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("picture", nargs="?", default="figure.png", help="where the figure goes")
    parser.add_argument("--small", action="store_true", help="a run of seconds instead of up to a minute")
    return parser.parse_args()


def plot(axes, figure):
    """One figure of an Account: its series over its axes."""
    for series in figure["series"]:
        x, y, low, high = series["x"], series["y"], series["low"], series["high"]
        label = series["name"] or None
        if series["mark"] == "line":
            (line,) = axes.plot(x, y, "--" if series["dashed"] else "o-", label=label, markersize=4)
            axes.fill_between(x, low, high, where=~np.isnan(low), color=line.get_color(), alpha=0.15)
        elif series["mark"] == "points":
            axes.scatter(x, y, s=18, label=label)
        else:
            axes.bar(x, y, label=label)
    for axis, side in ((figure["x"], axes.xaxis), (figure["y"], axes.yaxis)):
        side.set_label_text("\n".join(textwrap.wrap(axis["title"], 60)), fontsize=9)
        if axis["scale"] == "log":
            (axes.set_xscale if side is axes.xaxis else axes.set_yscale)("log")
        if axis["names"]:
            side.set_ticks(range(len(axis["names"])), axis["names"])
    if figure["equality"]:
        axes.axline((0, 0), slope=1, color="grey", linestyle=":")
    if any(series["name"] for series in figure["series"]):
        axes.legend(fontsize=8)


def save(figure, picture):
    figure.tight_layout()
    figure.savefig(picture, dpi=150)
    print(f"{picture}: {figure.get_size_inches()[0]:.0f} x {figure.get_size_inches()[1]:.0f} inches")
