/** A colour of the screen: red, green, blue, each 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

export const black: Color = [0, 0, 0];
export const white: Color = [255, 255, 255];

/** Reads `#rrggbb`; null for anything else. */
export function parseColor(text: string): Color | null {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text) ?? [];
  if (!red || !green || !blue) return null;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

export function formatColor(color: Color): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** The relative luminance of a colour (WCAG 2.2): 0 for black, 1 for white. */
function luminanceOf(color: Color): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours (WCAG 2.2): 1 for equal colours, 21 for black and white. */
export function contrastOf(one: Color, other: Color): number {
  const [darker, lighter] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Mixes two colours. A `share` of 0 gives the first colour, 1 the second. */
export function mix(from: Color, to: Color, share: number): Color {
  const part = (at: 0 | 1 | 2) => Math.round(from[at] + (to[at] - from[at]) * share);
  return [part(0), part(1), part(2)];
}

const steps = 64;

/**
 * Returns the colour if it has enough contrast against all `backgrounds`. Otherwise it mixes in as little of `towards` (black
 * or white) as necessary.
 */
export function withContrast(
  color: Color,
  backgrounds: readonly Color[],
  leastRatio: number,
  towards: Color,
): Color {
  for (let step = 0; step < steps; step += 1) {
    const candidate = mix(color, towards, step / steps);
    if (backgrounds.every((background) => contrastOf(candidate, background) >= leastRatio)) return candidate;
  }
  return towards;
}
