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
    if (isLongEnough && areSimilar(name, candidate)) return candidate;
  }
  return undefined;
}

/**
 * Whether one name becomes the other if at most `MOST_MISTAKES` letters are added, removed or replaced (the Levenshtein
 * distance). Most comparisons end after a few letters. Without this, they would take a twentieth of the gateway's start time.
 */
function areSimilar(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > MOST_MISTAKES) return false;
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 0; row < one.length; row += 1) {
    const line = [row + 1];
    for (let column = 0; column < other.length; column += 1) {
      const replaced = (above[column] ?? 0) + (one[row] === other[column] ? 0 : 1);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    // The numbers of later lines are never smaller than the smallest number of this line.
    if (Math.min(...line) > MOST_MISTAKES) return false;
    above = line;
  }
  return (above.at(-1) ?? 0) <= MOST_MISTAKES;
}
