/** Sums over the whole run. */
export class Totals {
  cycles = 0;
  databaseKills = 0;
  lostWrites = 0;
  lostEvents = 0;
  refundsBeyondAmount = 0;
  ordersPerSecond: number | null = null;
  readonly recoverySeconds: number[] = [];
  /** Webhooks with an invalid signature or format. There must be none. */
  readonly untrusted: string[] = [];
  readonly failPoints = new Set<string>();
}
