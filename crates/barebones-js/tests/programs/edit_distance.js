// Distance of words with two rows, and the nearest word of a dictionary.
function distance(a, b) {
  var row = [];
  for (var j = 0; j <= b.length; j++) row[j] = j;
  for (var i = 1; i <= a.length; i++) {
    var corner = row[0];
    row[0] = i;
    for (j = 1; j <= b.length; j++) {
      var up = row[j];
      row[j] = a.charAt(i - 1) === b.charAt(j - 1)
        ? corner
        : 1 + Math.min(corner, up, row[j - 1]);
      corner = up;
    }
  }
  return row[b.length];
}
var dictionary = ['kitten', 'sitting', 'saturday', 'sunday', 'rosettacode', 'raisethysword', ''];
dictionary.forEach(function (a, i) {
  print(dictionary.map(function (b) { return distance(a, b); }).join(' '));
});
function nearest(word) {
  var best = null, least = 1 / 0;
  for (var candidate of dictionary) {
    var d = distance(word, candidate);
    if (d < least) { least = d; best = candidate; }
  }
  return best + '/' + least;
}
print(nearest('sittin'), nearest('satday'), nearest('x'));
