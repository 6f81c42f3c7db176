# The tables of the README that follow an indented call must say what that call prints.  Each of their
# rows is looked for in the call's own tables, where units stand in a column of their own, the best has a
# star, and differences stand between.
awk '/^    slicewise / { call = substr ($0, 5); next }
     /^\|/ && call { print call "\t" $0; next }
     /^./ { call = "" }' "$SOURCE/README.md" >rows
tidy () { # cells of table rows, without stars, differences and nothing
  awk -F ' *[|] *' '{ row = $2
    for (i = 3; i < NF; i++) {
      cell = $i
      sub (/^[\\]*[*]/, "", cell)
      if (cell == "=" || cell ~ /^[-+][0-9.]+( pp|%)?$/ || cell == "")
        continue
      row = row (i == 3 && cell ~ /^(s|%|GPU-h|h)$/ ? ", " : "|") cell
    }
    print row }'
}
cut -f1 rows | uniq | while read -r call; do
  echo "$call"
  eval "$call --quiet --format markdown" | grep '^|' | tidy >printed
  awk -F '\t' -v call="$call" '$1 == call { print $2 }' rows | sed 1,2d | tidy >said
  wc -l <said
  grep -vxF -f printed said | sed 's/^/not printed: /'
done
