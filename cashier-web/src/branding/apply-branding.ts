import { accentPalette, buttonPalette } from './accent-palette.ts';

/**
 * Applies the merchant's colour to the variables of `tokens.css`, for the light and dark schemes at once. It uses the CSSOM,
 * because the content security policy forbids inline styles.
 */
export function applyBranding(style: Pick<CSSStyleDeclaration, 'setProperty'>, accentColor: string): void {
  for (const [name, value] of Object.entries(buttonPalette(accentColor) ?? {})) {
    style.setProperty(`--brand-${name}`, value);
  }
  for (const scheme of ['light', 'dark'] as const) {
    for (const [name, value] of Object.entries(accentPalette(accentColor, scheme) ?? {})) {
      style.setProperty(`--brand-${scheme}-${name}`, value);
    }
  }
}
