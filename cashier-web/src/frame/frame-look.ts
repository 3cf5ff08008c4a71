import type { FrameLook } from '@kassa/contracts';

/** How the page around the frame wants the cashier to look. Empty if there is no such page, or if it does not say. */
export function readLook(address: string): FrameLook {
  if (window.parent === window) return {};
  return Object.fromEntries(new URLSearchParams(new URL(address).hash.slice(1)));
}

/** Applies the part of the look that does not wait for the order. It uses the CSSOM, because the policy forbids inline styles. */
export function applyLook({ color_scheme, radius, font }: FrameLook): void {
  const { style } = document.documentElement;
  if (radius) style.setProperty('--radius', radius);
  if (font) style.setProperty('--font', font);
  if (color_scheme !== 'light' && color_scheme !== 'dark') return;
  style.colorScheme = color_scheme;
  const apply = () => setScheme(color_scheme);
  apply();
  // A style sheet may arrive only now.
  for (const link of document.querySelectorAll('link[rel="stylesheet"]'))
    link.addEventListener('load', apply);
}

/** Makes the style sheets' rules for the dark scheme apply always or never, whatever the consumer's device prefers. */
function setScheme(scheme: 'light' | 'dark'): void {
  for (const { cssRules } of document.styleSheets)
    for (const rule of cssRules)
      if (rule instanceof CSSMediaRule && rule.media.mediaText.includes('prefers-color-scheme'))
        rule.media.mediaText = scheme === 'dark' ? 'all' : 'not all';
}
