/**
 * If an unknown name differs from a known name by at most this many typing mistakes, it counts as a misspelling of the known
 * name.
 */
const MOST_MISTAKES = 2;

/**
 * Returns the known name that an unknown name probably misspells; undefined if no known name is similar. Names of other
 * programs, and those that Kubernetes adds for each service, are usually not similar enough.
 */
export function meantBy(name: string, known: Iterable<string>): string | undefined {
  for (const candidate of known) {
    const isLongEnough = candidate.length > 4 * MOST_MISTAKES;
    // Each missing letter is a mistake, so most names need no further comparison. Without this check, the comparisons would
    // take a twelfth of the time of a start.
    const isSimilarInLength = Math.abs(candidate.length - name.length) <= MOST_MISTAKES;
    if (isLongEnough && isSimilarInLength && mistakesBetween(name, candidate) <= MOST_MISTAKES)
      return candidate;
  }
  return undefined;
}

/**
 * Returns the smallest number of letters that must be added, removed or replaced to turn one name into the other (the Levenshtein
 * distance).
 */
function mistakesBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (above[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
