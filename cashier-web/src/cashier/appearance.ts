import type { Appearance } from '@kassa/sdk-browser';

/**
 * Reads the page's colours, fonts and other style values as plain values. The payment forms of processors need them, because
 * they run in frames of other origins, where the page's CSS custom properties do not exist.
 */
export function appearanceOf(element: Element): Appearance {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    variables: {
      colorPrimary: token('accent-ink'),
      colorBackground: token('surface'),
      colorText: token('text'),
      colorTextPlaceholder: token('text-quiet'),
      colorBorder: token('line-control'),
      colorDanger: token('danger'),
      borderRadius: token('radius'),
      fontFamily: token('font'),
      fontSizeBase: style.fontSize,
    },
  };
}
