#!/usr/bin/env python3
"""Paper 001, tables 4.3 and 4.4 as a picture: which feature goes with which person's difficulty of nonograms."""

import matplotlib.pyplot as plt
import numpy as np
from figure_tools import arguments, save

import nazo

call = arguments(__doc__.splitlines()[0])
# The paper's twelve people and five puzzles. The permutation null of the last table is not drawn here.
account = nazo.experiment("nonogram-personal", shuffles=1 if call.small else 50)
table = account.tables["correlations"]
people = [str(person) for person in table.pop("person")]
r = np.column_stack([table[feature] for feature in table])

picture, axes = plt.subplots(figsize=(8, 6))
image = axes.imshow(r, cmap="RdBu_r", vmin=-1, vmax=1)
axes.set_xticks(range(len(table)), list(table), rotation=45)
axes.set_yticks(range(len(people)), people)
axes.set_ylabel("person")
for (row, column), value in np.ndenumerate(r):
    strong = "bold" if abs(value) >= 0.7 else "normal"
    ink = "white" if abs(value) >= 0.7 else "black"
    axes.text(column, row, f"{value:.2f}", ha="center", va="center", fontsize=7, fontweight=strong, color=ink)
axes.set_title("correlation of each person's scores with each feature; bold: at least .7", fontsize=10)
picture.colorbar(image, label="r")
save(picture, call.picture)
