/** `from` is included, `before` is not. */
export interface TimeSpan {
  readonly from: Date;
  readonly before: Date;
}

export function isWithin(at: Date, { from, before }: TimeSpan): boolean {
  return at >= from && at < before;
}
