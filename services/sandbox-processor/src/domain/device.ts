/** What the shop's server reports about the payer's device, for people who look at the payment. */
export interface Device {
  readonly id: string | null;
  readonly terminal: string | null;
  readonly userAgent: string | null;
}
