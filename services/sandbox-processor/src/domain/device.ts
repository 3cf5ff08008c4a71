/** What the shop's server tells about the payer's device, for whoever looks at the payment. */
export interface Device {
  readonly id: string | null;
  readonly terminal: string | null;
  readonly userAgent: string | null;
}
