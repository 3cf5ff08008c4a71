const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** Returns the number of seconds that a string such as `3d12h` stands for; undefined if the string is not a duration. */
export function readDuration(text: string): number | undefined {
  const match = /^(?=.)(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?$/.exec(text);
  if (match === null) return undefined;
  return units.reduce((sum, [, seconds], index) => sum + Number(match[index + 1] ?? 0) * seconds, 0);
}

/**
 * Formats a number of seconds for people: `3d 12h`.
 *
 * @param mostParts the maximum number of units to show, starting with the largest unit
 */
export function spokenDuration(seconds: number, mostParts: number = units.length): string {
  let rest = Math.round(seconds);
  const parts: string[] = [];
  for (const [name, size] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count}${name}`);
  }
  return parts.slice(0, mostParts).join(' ') || '0s';
}
