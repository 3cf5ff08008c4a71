import type { Appearance } from '@kassa/sdk-browser';

/**
 * The page's appearance as plain values, for payment forms in frames of other origins. The page's custom properties do not
 * exist there.
 */
export function appearanceOf(element: Element): Appearance {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    variables: {
      colorPrimary: token('accent'),
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
