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

/**
 * The CSS colours of a button in the merchant's colour, by the names that `tokens.css` uses. They are the same in the light and
 * the dark scheme.
 */
export interface ButtonPalette {
  /** The merchant's colour as given. */
  readonly accent: string;
  readonly 'accent-hover': string;
  /** Text on it: black or white. */
  readonly 'on-accent': string;
}

/** The CSS colours that are derived from the merchant's colour for one colour scheme. */
export interface AccentPalette {
  /**
   * The colour of links, the focus ring and other accents: the merchant's colour, made darker or lighter until it has enough
   * contrast.
   */
  readonly 'accent-ink': string;
  /** Background of selected items. */
  readonly 'accent-soft': string;
  /** The border of a button. Visible only if the merchant's colour hardly differs from the background. */
  readonly 'accent-edge': string;
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
/** The lowest contrast of a control's edge (WCAG 2.2, 1.4.11). */
const edgeContrast = 3;
const hoverShare = 0.16;

/** The background colours that `tokens.css` defines. The merchant's colour must have enough contrast against them. */
export const grounds: Readonly<Record<Scheme, SchemeGround>> = {
  light: { surface: white, page: [245, 246, 248], towards: black, softShare: 0.08 },
  dark: { surface: [23, 30, 41], page: [14, 19, 27], towards: white, softShare: 0.14 },
};

/**
 * Returns the colours of a button in the merchant's own colour. Its text is black or white: on every colour, one of the two has
 * a contrast of at least 4.58. Returns null if the colour is not valid.
 */
export function buttonPalette(accentColor: string): ButtonPalette | null {
  const accent = parseColor(accentColor);
  if (!accent) return null;
  const [ink, other] = contrastOf(white, accent) >= textContrast ? [white, black] : [black, white];
  return {
    accent: formatColor(accent),
    // Mix in black if the text is white, and white if the text is black, so that the contrast grows.
    'accent-hover': formatColor(mix(accent, other, hoverShare)),
    'on-accent': formatColor(ink),
  };
}

/** The colours for one colour scheme. Null if the colour is not valid. */
export function accentPalette(accentColor: string, scheme: Scheme): AccentPalette | null {
  const wanted = parseColor(accentColor);
  if (!wanted) return null;
  const { surface, page, towards, softShare } = grounds[scheme];
  const ink = formatColor(withContrast(wanted, [surface, page], textContrast, towards));
  return {
    'accent-ink': ink,
    'accent-soft': formatColor(mix(surface, wanted, softShare)),
    'accent-edge': contrastOf(wanted, surface) < edgeContrast ? ink : 'transparent',
  };
}
