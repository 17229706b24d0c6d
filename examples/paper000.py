#!/usr/bin/env python3
"""Paper 000, figures 6 and 7: difficulty of Shisen-sho boards, predicted from the state space and measured.

Until people have played, the players do not exist: the figure shows that the path works, not what people do.
"""

import matplotlib.pyplot as plt
from figure_tools import arguments, plot, save

import nazo

call = arguments(__doc__.splitlines()[0])
size = {"boards": 20, "size": "6x4", "kinds": 6} if call.small else {"boards": 60, "size": "8x4", "kinds": 8}
account = nazo.experiment("shisen-table1", threads=0, **size)
figures = account.figures()

picture, axes = plt.subplots(1, 2, figsize=(10, 4.5))
for place, (name, words) in zip(axes, {"figure6": "time", "figure7": "success"}.items()):
    plot(place, figures[name])
    place.set_title(f"{name}: {words} [simulated players]", fontsize=10)
save(picture, call.picture)
