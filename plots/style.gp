# What all pictures share.  No markup in any text: names are data.
set encoding utf8
set terminal svg size 480,(320 + 18 * lines) font 'sans-serif,14' linewidth 1.2 noenhanced
set border 3 back
set tics nomirror out
set grid ytics back linecolor rgb '#999999' linewidth 0.4
set key above left vertical Left reverse maxrows lines samplen 2
set datafile separator tab
array Colour[6] = ['#4477aa', '#cc5566', '#228833', '#aa8800', '#2299bb', '#aa3377']
colour(run) = Colour[1 + (run - 1) % 6]
dash(run) = 1 + (run - 1) / 6
