import type { FrameSettings } from '../protocol.ts';

/** Which custom property of the stylesheet a variable sets, and as what the value has to make sense. */
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

/** Through the CSSOM: the frame's own content security policy knows no inline style. */
export function applyTheme({ scheme, appearance }: Pick<FrameSettings, 'scheme' | 'appearance'>): void {
  const { style, dataset } = document.documentElement;
  dataset.scheme = scheme;
  for (const [name, [property, kind]] of Object.entries(properties)) {
    const value = appearance[name];
    if (value !== undefined && CSS.supports(kind, value)) style.setProperty(property, value);
    else style.removeProperty(property);
  }
}
