import type { FrameLook } from '@kassa/contracts';

/**
 * Reads the look, such as the colour scheme, that the embedding page has put into the cashier's address. Empty if the cashier
 * is not in a frame, or if its address contains no look.
 */
export function readLook(address: string): FrameLook {
  if (window.parent === window) return {};
  return Object.fromEntries(new URLSearchParams(new URL(address).hash.slice(1)));
}

/**
 * Immediately applies the colour scheme, the corner radius and the font: unlike the accent colour, they do not depend on the
 * payment order. The code uses the CSSOM, because the content security policy forbids inline styles.
 */
export function applyLook({ color_scheme, radius, font }: FrameLook): void {
  const { style } = document.documentElement;
  if (radius) style.setProperty('--radius', radius);
  if (font) style.setProperty('--font', font);
  if (color_scheme !== 'light' && color_scheme !== 'dark') return;
  style.colorScheme = color_scheme;
  const apply = () => setScheme(color_scheme);
  apply();
  // A style sheet may load later, so set its colour scheme when it has loaded. The `load` event of a style sheet's link does
  // not bubble, so listen in the capture phase.
  document.addEventListener('load', apply, true);
}

/** Permanently switches the dark rules of all style sheets on or off, whatever colour scheme the consumer's device prefers. */
function setScheme(scheme: 'light' | 'dark'): void {
  for (const { cssRules } of document.styleSheets)
    for (const rule of cssRules)
      if (rule instanceof CSSMediaRule && rule.media.mediaText.includes('prefers-color-scheme'))
        rule.media.mediaText = scheme === 'dark' ? 'all' : 'not all';
}
