#!/usr/bin/env python3
"""Paper 002, figure 6: states searched by the four strategies of Superpuzz, by the number of columns."""

import matplotlib.pyplot as plt
import pandas as pd
from figure_tools import arguments, save

import nazo

call = arguments(__doc__.splitlines()[0])
size = {"deals": 10, "columns": 5} if call.small else {"deals": 50, "columns": 7}
account = nazo.experiment("superpuzz-table1", threads=0, **size)
frame = pd.DataFrame(next(iter(account.tables.values())))

picture, axes = plt.subplots(figsize=(8, 5))
for strategy, rows in frame.groupby("strategy", sort=False):
    (line,) = axes.plot(rows["columns"], rows["mean"], "o-", label=f"{strategy}, ours")
    axes.plot(rows["columns"], rows["paper"], ":", color=line.get_color(), label=f"{strategy}, printed")
axes.set_yscale("log")
axes.set_xticks(sorted(frame["columns"].unique()))
axes.set_xlabel("columns")
axes.set_ylabel("states until the first solution, mean")
axes.legend(fontsize=8)
save(picture, call.picture)
