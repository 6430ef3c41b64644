#!/bin/sh
# A player in a few lines of shell: it always takes the first legal choice.
while read -r word rest; do
    case $word in
    legal) first=${rest%% *} ;;
    decide) echo "$first" ;;
    end) exit ;;
    esac
done
