import { trusted } from 'mongoose';

/** A part of time; an end that is null is open. `from` is included, `before` is not. */
export interface OpenSpan {
  readonly from: Date | null;
  readonly before: Date | null;
}

/** A condition for a moment. At least one end of the span must be closed. */
export function within({ from, before }: OpenSpan) {
  return trusted({ ...(from !== null && { $gte: from }), ...(before !== null && { $lt: before }) });
}
