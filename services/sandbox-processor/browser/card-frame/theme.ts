import type { FrameSettings } from '../protocol.ts';

/**
 * For each variable of the appearance: the custom property that it sets in the stylesheet, and a CSS property to check that its
 * value is valid.
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
 * Applies the colour scheme and the appearance. It uses the CSSOM, because the frame's content security policy forbids inline
 * styles.
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
