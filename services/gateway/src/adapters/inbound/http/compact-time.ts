/** Reads `yyyyMMddHHmmss` as UTC (interface, section 2.2); undefined for a date that does not exist. */
export function readCompactTime(text: string): Date | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const time = new Date(iso);
  // An impossible day such as 31 February rolls over instead of failing; then it reads back differently.
  return !Number.isNaN(time.getTime()) && time.toISOString() === iso ? time : undefined;
}
