import type { ColorScheme } from '../protocol.ts';

export interface SchemeWatch {
  stop(): void;
}

/**
 * Reports the colour scheme of the page around the card form, immediately and after each change. The frame must have the same
 * scheme, because browsers give a frame with another scheme an opaque background.
 */
export function watchScheme(
  node: Element,
  fixed: ColorScheme | undefined,
  tell: (scheme: ColorScheme) => void,
): SchemeWatch {
  const prefersDark = matchMedia('(prefers-color-scheme: dark)');
  const read = (): void => tell(fixed ?? schemeOf(node, prefersDark.matches));
  read();
  prefersDark.addEventListener('change', read);
  return { stop: () => prefersDark.removeEventListener('change', read) };
}

function schemeOf(node: Element, prefersDark: boolean): ColorScheme {
  const supported = supportedBy(node).split(' ');
  if (!supported.includes('dark')) return 'light';
  return prefersDark || !supported.includes('light') ? 'dark' : 'light';
}

/**
 * The colour schemes that the page supports. The page names them in its style, or else in its meta tag. The computed style does
 * not show the meta tag.
 */
function supportedBy(node: Element): string {
  const { colorScheme } = getComputedStyle(node);
  if (colorScheme !== 'normal') return colorScheme;
  return document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]')?.content ?? 'light';
}
