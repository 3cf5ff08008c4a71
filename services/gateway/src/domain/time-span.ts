/** From its first moment on, and before the moment with which it has ended. */
export interface TimeSpan {
  readonly from: Date;
  readonly before: Date;
}

export function isWithin(at: Date, { from, before }: TimeSpan): boolean {
  return at >= from && at < before;
}
