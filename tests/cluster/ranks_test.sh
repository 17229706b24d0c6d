#!/usr/bin/env bash
# nazo-mpi over TCP with 1, 2 and 4 ranks: what it prints and keeps is what one process prints and keeps, byte for byte;
# after a rank was killed too; and bad input is one clear line.
#
#   ranks_test.sh NAZO NAZO-MPI MPIRUN
set -u
nazo=$1 nazo_mpi=$2 mpirun=$3
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place" || exit 1
wrong=0
fail() { echo "FAILED: $*"; wrong=1; }
same() { cmp -s "$1" "$2" || { fail "$3"; diff <(head -c 2000 "$1") <(head -c 2000 "$2") | head -10; }; }
options=(--oversubscribe --mca btl tcp,self --mca btl_tcp_if_include lo)
[ "$(id -u)" != 0 ] || options+=(--allow-run-as-root)
# ranks N WORDS…
ranks() { local n=$1; shift; timeout 300 "$mpirun" "${options[@]}" -n "$n" "$nazo_mpi" "$@"; }

# Farms: every verb that goes item by item.
"$nazo" generate superpuzz --count 24 --columns 5 --seed 3 >deals.deal
printf 'this is no deal\n' >bad.deal
verbs=("solve --json deals.deal" "solve deals.deal" "check --json deals.deal" "analyze --csv deals.deal"
  "rate --json deals.deal" "generate sokoban --count 6 --seed 4 --keep pushes>6 --json"
  "experiment sokoban-table1 --loops 2 --json" "solve deals.deal bad.deal")
for words in "${verbs[@]}"; do
  # shellcheck disable=SC2086
  "$nazo" $words --log one.log >one.out 2>one.err; code=$?
  for n in 1 2 4; do
    # shellcheck disable=SC2086
    ranks "$n" $words --log many.log >many.out 2>many.err
    [ $? = $code ] || { fail "$words with $n ranks: another exit code than $code"; cat many.err; }
    same one.out many.out "$words with $n ranks prints something else"
    same one.log many.log "$words with $n ranks keeps something else"
    [ ! -e many.log.ahead ] || fail "$words with $n ranks leaves what was ahead"
    rm -f many.log
  done
  rm -f one.log
done

# Spaces: the same digits, whatever the ranks and threads; a rank that is killed; going on.
cat >board.shisen <<'END'
10 7 2 7 8 4 1 9
7 4 5 6 3 4 6 1
3 2 7 1 8 9 10 10
9 5 2 10 8 6 3 5
9 3 8 2 1 4 6 5
END
"$nazo" analyze --json board.shisen >one.out || fail "one process cannot analyze the board"
for n in 1 2 4; do
  ranks "$n" analyze --json board.shisen --threads $((n % 2 + 1)) >many.out 2>many.err || { fail "analyze with $n ranks"; cat many.err; }
  same one.out many.out "analyze with $n ranks finds something else"
done
grep -q 'bytes sent a state' many.err || fail "nothing is said of how the work lay"

"$mpirun" "${options[@]}" -n 2 "$nazo_mpi" analyze --json board.shisen --checkpoint kept >cut.out 2>cut.err &
job=$!
for _ in $(seq 600); do
  [ -e kept/rank-1/layer-6 ] && break
  sleep .05
done
# The second rank, found as a child of this very mpirun.
victim=$(pgrep -P "$job" | tail -1)
begun=$SECONDS
kill -KILL "$victim" 2>/dev/null
wait "$job" && killed_late=1 || killed_late=
[ $((SECONDS - begun)) -le 30 ] || fail "the job went on for more than 30 s after a rank was killed"
if [ -z "$killed_late" ]; then
  grep -qE 'nazo-mpi: the job ends|signal 9' cut.err || { fail "no clear line about the rank that was killed"; cat cut.err; }
  # What it has kept is refused to other numbers of ranks, and they leave nothing behind.
  ranks 4 analyze --json board.shisen --checkpoint kept >many.out 2>many.err
  [ $? = 2 ] && grep -q 'of another number of ranks' many.err || { fail "4 ranks go on with what 2 have kept"; cat many.err; }
  [ ! -e kept/rank-2 ] && [ ! -e kept/rank-3 ] || fail "ranks that were refused leave folders behind"
  # A byte that was damaged, and a file that was cut off, on one rank: one line, and no digits.
  for damage in damaged 'cut off'; do
    cp -r kept hurt
    if [ "$damage" = damaged ]; then
      size=$(stat -c %s hurt/rank-1/layer-5)
      byte=$(od -An -tu1 -j $((size / 2)) -N 1 hurt/rank-1/layer-5)
      # shellcheck disable=SC2059
      printf "\\x$(printf %02x $((byte ^ 90)))" | dd of=hurt/rank-1/layer-5 bs=1 seek=$((size / 2)) conv=notrunc status=none
    else
      truncate -s -5 hurt/rank-1/layer-0
    fi
    ranks 2 analyze --json board.shisen --checkpoint hurt >many.out 2>many.err
    [ $? = 2 ] || fail "a checkpoint that is $damage is gone on with"
    [ ! -s many.out ] || fail "a checkpoint that is $damage gives digits"
    [ "$(grep -cE '^nazo: 1: rank 1: hurt/rank-1/layer-[05]: the checkpoint is '"$damage"'; name another folder$' many.err)" = 1 ] &&
      [ "$(grep -c nazo: many.err)" = 1 ] || { fail "no one clear line about a checkpoint that is $damage"; cat many.err; }
    rm -r hurt
  done
  ranks 2 analyze --json board.shisen --checkpoint kept >many.out 2>many.err || { fail "it does not go on"; cat many.err; }
  same one.out many.out "gone on with after a kill it finds something else"
  # The answer is there: the folder is free for any other board and number of ranks.
  [ -z "$(ls kept)" ] || fail "a checkpoint that is done with leaves $(ls kept)"
  ranks 1 analyze --json board.shisen --checkpoint kept --features states >many.out 2>many.err || { fail "a folder that is done with is refused"; cat many.err; }
fi

# A rank that is killed in a farm costs what it was making: the same command goes on, and makes the rest.
"$nazo" generate superpuzz --count 80 --columns 9 --seed 8 >many.deal
"$nazo" solve --json many.deal --log one.log >one.out 2>one.err; code=$?
"$mpirun" "${options[@]}" -n 2 "$nazo_mpi" solve --json many.deal --log farm.log >cut.out 2>cut.err &
job=$!
for _ in $(seq 600); do
  [ -e farm.log ] && [ "$(wc -l <farm.log)" -gt 12 ] && break
  sleep .02
done
victim=$(pgrep -P "$job" | tail -1)
kill -KILL "$victim" 2>/dev/null
wait "$job" && killed_late=1 || killed_late=
kept=$(cat farm.log farm.log.ahead 2>/dev/null | wc -l)
[ -n "$killed_late" ] || [ "$kept" -gt 12 ] || fail "a farm that was killed has kept nothing"
ranks 2 solve --json many.deal --log farm.log >many.out 2>many.err
[ $? = $code ] || { fail "a farm that was killed ends with another exit code than $code"; cat many.err; }
same one.out many.out "a farm that was killed prints something else"
same one.log farm.log "a farm that was killed keeps something else"
[ ! -e farm.log.ahead ] || fail "a farm that went on leaves what was ahead"
rm -f one.log farm.log

# Bad input: one clear line and exit code 2.
mkdir -p kept
complains() {
  local what=$1 n=$2; shift 2
  ranks "$n" "$@" >bad.out 2>bad.err
  local code=$?
  [ $code = 2 ] || { fail "$* ends with $code"; cat bad.err; }
  grep -qE "$what" bad.err || { fail "$* does not say: $what"; cat bad.err; }
  [ ! -s bad.out ] || fail "$* prints something"
}
complains 'no items to share out' 2 genres
complains 'cannot be read' 2 solve nowhere.deal
complains 'cannot write to /no/such/folder' 2 analyze board.shisen --scratch /no/such/folder
complains 'one of --shard and several ranks' 2 solve deals.deal --shard 1/2 --log x.log
mkdir -p other/rank-0 other/rank-1
for rank in 0 1; do echo '{"program":"nazo 0.0.1 x"}' >other/rank-$rank/about.json; echo >other/rank-$rank/layer-0; done
complains 'another version of nazo' 2 analyze board.shisen --checkpoint other
# Ranks with different programs: one that says that it was made of another commit.
commit=$("$nazo" --version | grep -oE '\([0-9a-f]{8,}' | tr -d '(')
if [ -n "$commit" ]; then
  LC_ALL=C sed "s/$commit/$(tr 0-9a-f 1-9a-f0 <<<"$commit")/g" "$nazo_mpi" >other-mpi && chmod +x other-mpi
  timeout 300 "$mpirun" "${options[@]}" -n 1 "$nazo_mpi" solve deals.deal : -n 1 ./other-mpi solve deals.deal >bad.out 2>bad.err
  [ $? = 2 ] || { fail "ranks with different programs work together"; cat bad.err; }
  [ "$(grep -c 'nazo: rank 1 runs nazo .*, rank 0 nazo .*: all need the same program' bad.err)" = 1 ] || { fail "nothing is said of different programs"; cat bad.err; }
  [ ! -s bad.out ] || fail "ranks with different programs print something"
fi
exit $wrong
