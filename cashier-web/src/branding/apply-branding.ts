import { accentPalette } from './accent-palette.ts';

/**
 * Sets the merchant's colour for `tokens.css`, for the light and dark schemes at once. It uses the CSSOM, which the
 * content security policy permits.
 */
export function applyBranding(style: Pick<CSSStyleDeclaration, 'setProperty'>, accentColor: string): void {
  for (const scheme of ['light', 'dark'] as const) {
    for (const [name, value] of Object.entries(accentPalette(accentColor, scheme) ?? {})) {
      style.setProperty(`--brand-${scheme}-${name}`, value);
    }
  }
}
