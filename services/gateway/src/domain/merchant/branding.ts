/** How a merchant wants the hosted cashier to look. */
export interface Branding {
  /** `#rrggbb`, in lower case. */
  readonly accentColor: string | null;
  /** The hash under which the logo is stored. */
  readonly logoHash: string | null;
}

export const noBranding: Branding = { accentColor: null, logoHash: null };

/** The path of a merchant's logo, relative to the cashier's address; null if the merchant has no logo. */
export function logoPathOf({
  merchantId,
  branding,
}: {
  readonly merchantId: string;
  readonly branding: Branding;
}): string | null {
  return branding.logoHash === null ? null : `/logos/${merchantId}/${branding.logoHash}`;
}
