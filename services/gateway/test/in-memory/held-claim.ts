import type { DayClaim } from '../../src/application/reconciliation/compare-channel-books.ts';

/** A claim on a day that no other process takes over. */
export const heldClaim: DayClaim = { until: new Date('2099-01-01T00:00:00Z'), isHeld: async () => true };
