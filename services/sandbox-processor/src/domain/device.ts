/** The payer's device, as the shop's server reports it. The processor only shows it to people. */
export interface Device {
  readonly id: string | null;
  readonly terminal: string | null;
  readonly userAgent: string | null;
}
