import { accentPalette } from './accent-palette.ts';

/**
 * Hands the merchant's colour to `tokens.css`, for both schemes at once. It goes through the CSSOM, which the
 * content security policy permits.
 */
export function applyBranding(style: Pick<CSSStyleDeclaration, 'setProperty'>, accentColor: string): void {
  for (const scheme of ['light', 'dark'] as const) {
    for (const [name, value] of Object.entries(accentPalette(accentColor, scheme) ?? {})) {
      style.setProperty(`--brand-${scheme}-${name}`, value);
    }
  }
}
