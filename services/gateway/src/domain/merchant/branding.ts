/** How a merchant wants the hosted cashier to look. */
export interface Branding {
  /** `#rrggbb`, in lower case. */
  readonly accentColor: string | null;
  /** Under which its logo is kept. */
  readonly logoHash: string | null;
}

export const noBranding: Branding = { accentColor: null, logoHash: null };

/** Where a merchant's logo stands, below the cashier's address; null when it has none. */
export function logoPathOf({
  merchantId,
  branding,
}: {
  readonly merchantId: string;
  readonly branding: Branding;
}): string | null {
  return branding.logoHash === null ? null : `/logos/${merchantId}/${branding.logoHash}`;
}
