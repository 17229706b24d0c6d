#!/usr/bin/env python3
"""Paper 003, table 1 as a picture: what becomes of the loops of the Sokoban generator, printed beside ours."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from figure_tools import arguments, save

import nazo

call = arguments(__doc__.splitlines()[0])
account = nazo.experiment("sokoban-table1", threads=0, loops=60 if call.small else 500)
frame = pd.DataFrame(next(iter(account.tables.values())))
frame["ours"] = frame["ours"] * 500 / frame["loops"]  # the paper's loops are 500

parts = list(dict.fromkeys(frame["parts"]))
picture, axes = plt.subplots(1, len(parts), figsize=(4.5 * len(parts), 4.5), sharey=True, squeeze=False)
for place, name in zip(axes[0], parts):
    rows = frame[frame["parts"] == name]
    at = np.arange(len(rows))
    place.barh(at - 0.2, rows["paper"], 0.4, label="printed")
    place.barh(at + 0.2, rows["ours"], 0.4, label="ours")
    place.set_yticks(at, list(rows["outcome"]), fontsize=8)
    place.set_title(f"parts {name}")
    place.set_xlabel("of 500 loops")
axes[0][0].invert_yaxis()
axes[0][-1].legend()
save(picture, call.picture)
