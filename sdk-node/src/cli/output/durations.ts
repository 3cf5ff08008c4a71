const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
  ['s', 1],
] as const;

/** The seconds of a string such as `3d12h`; undefined if it is not a duration. */
export function readDuration(text: string): number | undefined {
  const match = /^(?=.)(?:(\d{1,9})d)?(?:(\d{1,9})h)?(?:(\d{1,9})m)?(?:(\d{1,9})s)?$/.exec(text);
  if (match === null) return undefined;
  return units.reduce((sum, [, seconds], index) => sum + Number(match[index + 1] ?? 0) * seconds, 0);
}

/** How far a moment is from now, in words: `3s ago`, `in 2h 5m`. */
export function spokenAge(offsetMs: number): string {
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  if (seconds === 0) return 'just now';
  return offsetMs < 0 ? `${spokenDuration(seconds)} ago` : `in ${spokenDuration(seconds)}`;
}

/** The two largest units are precise enough. */
function spokenDuration(seconds: number): string {
  let rest = seconds;
  const parts: string[] = [];
  for (const [name, size] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count}${name}`);
  }
  return parts.slice(0, 2).join(' ');
}
