import {
  black,
  type Color,
  contrastOf,
  formatColor,
  mix,
  parseColor,
  white,
  withContrast,
} from './contrast.ts';

/** The CSS colours that are derived from the merchant's colour, by the names that `tokens.css` uses. */
export interface AccentPalette {
  /** Buttons, links and selected items. */
  readonly accent: string;
  readonly 'accent-hover': string;
  /** Background of selected items. */
  readonly 'accent-soft': string;
  /** Text on a button. */
  readonly 'on-accent': string;
}

export type Scheme = 'light' | 'dark';

interface SchemeGround {
  readonly surface: Color;
  readonly page: Color;
  readonly towards: Color;
  readonly softShare: number;
}

/** The lowest contrast that text may have (WCAG 2.2, 1.4.3). */
const textContrast = 4.5;
const hoverShare = 0.16;
const darkText: Color = [11, 23, 48];

/** The background colours that `tokens.css` defines. The merchant's colour must have enough contrast against them. */
export const grounds: Readonly<Record<Scheme, SchemeGround>> = {
  light: { surface: white, page: [245, 246, 248], towards: black, softShare: 0.08 },
  dark: { surface: [23, 30, 41], page: [14, 19, 27], towards: white, softShare: 0.14 },
};

/**
 * Derives the cashier's colours from the merchant's colour, for the light or the dark scheme. The merchant's colour is darkened
 * or lightened until its contrast is sufficient. Returns null if it is not a valid colour.
 */
export function accentPalette(accentColor: string, scheme: Scheme): AccentPalette | null {
  const wanted = parseColor(accentColor);
  if (!wanted) return null;
  const { surface, page, towards, softShare } = grounds[scheme];
  const accent = withContrast(wanted, [surface, page], textContrast, towards);
  const onAccent = contrastOf(white, accent) >= textContrast ? white : darkText;
  return {
    accent: formatColor(accent),
    'accent-hover': formatColor(mix(accent, towards, hoverShare)),
    'accent-soft': formatColor(mix(surface, accent, softShare)),
    'on-accent': formatColor(onAccent),
  };
}
