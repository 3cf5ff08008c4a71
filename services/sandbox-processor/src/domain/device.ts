/** What the shop's server reports about the payer's device. It is only shown to people. */
export interface Device {
  readonly id: string | null;
  readonly terminal: string | null;
  readonly userAgent: string | null;
}
