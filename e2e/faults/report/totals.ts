/** Sums over the whole run. */
export class Totals {
  cycles = 0;
  databaseKills = 0;
  lostWrites = 0;
  lostEvents = 0;
  refundsBeyondAmount = 0;
  ordersPerSecond: number | null = null;
  readonly recoverySeconds: number[] = [];
  /** Webhooks whose signature or form no merchant could have trusted; there must be none. */
  readonly untrusted: string[] = [];
  readonly failPoints = new Set<string>();
}
