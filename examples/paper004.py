#!/usr/bin/env python3
"""Paper 004, tables 7.6 and 7.7 as a picture: sound mates by length that the three generators of tsume-shogi find."""

import matplotlib.pyplot as plt
import pandas as pd
from figure_tools import arguments, save

import nazo

call = arguments(__doc__.splitlines()[0])
size = {"cpu": 0.5, "plies": "3..7"} if call.small else {"cpu": 10, "plies": "3..15"}
account = nazo.experiment("tsume-generators", analysed=0, **size)
tables = {name: pd.DataFrame(table) for name, table in account.tables.items()}
frame = tables["generators"]

picture, axes = plt.subplots(figsize=(8, 5))
methods = list(dict.fromkeys(frame["method"]))
for number, method in enumerate(methods):
    rows = frame[frame["method"] == method]
    axes.bar(rows["length"] + 0.5 * (number - (len(methods) - 1) / 2), rows["found"], 0.5, label=method)
axes.set_xlabel("plies to mate")
axes.set_ylabel(f"sound problems in {size['cpu']:g} s of CPU time")
axes.legend()
save(picture, call.picture)
