#!/usr/bin/env bash
# Plays three games under XBoard and uci2wb on a virtual display: chess over UCI, xiangqi over UCCI
# and xiangqi over UCI-Cyclone. Needs xboard, uci2wb, xvfb, fairy-stockfish and hoichess.
#
#   xboard_games.sh ENGINE
#
# The exit status is 0 if every game ended over the board. The opponents can be replaced by any
# engine that speaks XBoard's protocol: CHESS_OPPONENT, XIANGQI_OPPONENT.
set -euo pipefail

if [ $# -ne 1 ]; then
    echo "usage: $0 ENGINE" >&2
    exit 2
fi
engine=$(realpath "$1")
chess_opponent=${CHESS_OPPONENT:-uci2wb -c fairy-stockfish}
xiangqi_opponent=${XIANGQI_OPPONENT:-hoixiangqi --xboard}
export PATH=$PATH:/usr/games

folder=$(mktemp -d)
export HOME=$folder # XBoard reads and writes settings there.
display_pipe=$folder/display
mkfifo "$display_pipe"
Xvfb -displayfd 5 -screen 0 1024x768x24 -nolisten tcp 5>"$display_pipe" 2>"$folder/xvfb.log" &
xvfb=$!
trap 'kill $xvfb; rm -rf "$folder"' EXIT
read -r number <"$display_pipe" # Comes when the display is ready.
export DISPLAY=:$number

# play NAME VARIANT ADAPTER OPPONENT
play() {
    local pgn=$folder/$1.pgn debug=$folder/$1.debug status=0
    timeout 120 xboard -noGUI -variant "$2" -fcp "$3 $engine" -scp "$4" \
        -matchGames 1 -tc 0:05 -inc 0.1 -xponder -saveGameFile "$pgn" \
        -debug -nameOfDebugFile "$debug" -saveSettingsOnExit false \
        -popupExitMessage false -popupMoveErrors false >"$folder/$1.log" 2>&1 || status=$?
    local result
    result=$(sed -n 's/^\[Result "\(.*\)"\]$/\1/p' "$pgn" 2>/dev/null || true)
    echo "$1: ${result:-no game}"
    tr '\n' ' ' <"$pgn" | grep -o '{[^{}]*} [-01/2]*' | tail -1 || true
    case $result in
        1-0 | 0-1 | 1/2-1/2) ;;
        *) fail "$1" "no result (xboard's exit status is $status)" ;;
    esac
    if grep -qiE 'illegal|forfeits|exited|time|false' <(tr '\n' ' ' <"$pgn" | grep -o '{[^{}]*}'); then
        fail "$1" "it did not end over the board"
    fi
    if grep -E 'llegal move' "$debug"; then
        fail "$1" "an illegal move"
    fi
    if [ "$status" -ne 0 ]; then
        fail "$1" "xboard ended with status $status"
    fi
}

fail() {
    echo "$1 failed: $2" >&2
    tail -n 30 "$folder/$1.debug" >&2
    exit 1
}

play chess-uci normal "uci2wb -c" "$chess_opponent"
play xiangqi-ucci xiangqi "uci2wb -x" "$xiangqi_opponent"
play xiangqi-cyclone xiangqi "uci2wb -c" "$xiangqi_opponent"
