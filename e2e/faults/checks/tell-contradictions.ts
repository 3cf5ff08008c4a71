import type { Invariant } from '../ledgers/check-ledgers.ts';
import type { Findings } from '../ledgers/find-contradictions.ts';
import type { CheckContext } from '../report/fault-run.ts';

const SHOWN = 12;

/** @param isConcern which contradictions this check reports; defaults to all */
export function tellContradictions(
  context: CheckContext,
  { violations }: Findings,
  isConcern: (invariant: Invariant) => boolean = () => true,
): void {
  const concerning = violations.filter(({ invariant }) => isConcern(invariant));
  for (const { invariant, orderId, detail } of concerning.slice(0, SHOWN)) {
    context.fault(`${invariant}: ${orderId}: ${detail}`);
  }
  if (concerning.length > SHOWN) context.fault(`and ${concerning.length - SHOWN} more contradictions`);
}
