import { accentPalette } from './accent-palette.ts';

const properties = {
  accent: 'accent',
  accentHover: 'accent-hover',
  accentSoft: 'accent-soft',
  onAccent: 'on-accent',
} as const;

/**
 * Hands the merchant's colour to `tokens.css`, for both schemes at once. It goes through the CSSOM, which the
 * content security policy permits.
 */
export function applyBranding(
  style: Pick<CSSStyleDeclaration, 'setProperty'>,
  accentColor: string | null,
): void {
  if (accentColor === null) return;
  for (const scheme of ['light', 'dark'] as const) {
    const palette = accentPalette(accentColor, scheme);
    if (!palette) return;
    for (const key of Object.keys(properties) as (keyof typeof properties)[]) {
      style.setProperty(`--brand-${scheme}-${properties[key]}`, palette[key]);
    }
  }
}
