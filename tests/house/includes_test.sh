#!/usr/bin/env bash
# Fails on an upward or sideways #include: a room may know only the rooms listed for it here.
set -u
cd "$(dirname "$0")/../.."
declare -A may=(
  [base]="base"
  [search]="base search"
  [puzzle]="base puzzle"
  [catalog]="base puzzle catalog genres"
  [model]="base model"
  [store]="base store"
  [workshop]="base puzzle catalog model store workshop"
  [serve]="base puzzle catalog model store workshop serve"
  [cli]="base puzzle catalog model store workshop serve cli"
)
wrong=0
complain() { echo "$1"; wrong=1; }
for file in $(find src -name '*.hpp' -o -name '*.cpp'); do
  room=${file#src/}; room=${room%%/*}
  genre=""
  if [ "$room" = genres ]; then genre=${file#src/genres/}; genre=${genre%%/*}; fi
  while read -r included; do
    target=${included%%/*}
    if [ -n "$genre" ]; then
      case "$included" in
        base/*|search/*|puzzle/*|genres/"$genre"/*) ;;
        *) complain "$file includes \"$included\": a genre may know base, search, puzzle and itself" ;;
      esac
    elif [ -z "${may[$room]:-}" ]; then
      complain "$file stands in no known room"
    else
      case " ${may[$room]} " in *" $target "*) ;; *) complain "$file includes \"$included\": $room may not know $target" ;; esac
    fi
  done < <(sed -nE 's/^#include "([^"]+)".*/\1/p' "$file")
done
exit $wrong
