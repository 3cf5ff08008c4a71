import type { FrameSettings } from '../protocol.ts';

/**
 * The appearance variables that a shop can set. In each pair, the first name is the custom property that the variable sets in
 * the stylesheet. The second is the CSS property for which the value must be valid.
 */
const properties: Readonly<Record<string, readonly [string, string]>> = {
  colorPrimary: ['--primary', 'color'],
  colorBackground: ['--background', 'color'],
  colorText: ['--text', 'color'],
  colorTextSecondary: ['--text-secondary', 'color'],
  colorTextPlaceholder: ['--placeholder', 'color'],
  colorBorder: ['--border', 'color'],
  colorDanger: ['--danger', 'color'],
  borderRadius: ['--radius', 'border-radius'],
  fontFamily: ['--font', 'font-family'],
  fontSizeBase: ['--size', 'font-size'],
  spacingUnit: ['--unit', 'padding-left'],
};

/**
 * Applies the shop's colour scheme and appearance to the card form. It sets styles by script, because the frame's content
 * security policy forbids inline styles.
 */
export function applyTheme({ scheme, appearance }: Pick<FrameSettings, 'scheme' | 'appearance'>): void {
  const { style, dataset } = document.documentElement;
  dataset.scheme = scheme;
  for (const [name, [property, kind]] of Object.entries(properties)) {
    const value = appearance[name];
    if (value !== undefined && CSS.supports(kind, value)) style.setProperty(property, value);
    else style.removeProperty(property);
  }
}
