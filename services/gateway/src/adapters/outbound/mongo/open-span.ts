import { trusted } from 'mongoose';

/** A span of time. If an end is null, the span is open there. `from` is included, `before` is not. */
export interface OpenSpan {
  readonly from: Date | null;
  readonly before: Date | null;
}

/** A condition for a time. At least one end of the span must be given. */
export function within({ from, before }: OpenSpan) {
  return trusted({ ...(from !== null && { $gte: from }), ...(before !== null && { $lt: before }) });
}
