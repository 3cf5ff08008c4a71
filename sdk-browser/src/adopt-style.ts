const adopted = new Set<string>();

/**
 * Gives the page a style through the CSSOM, which a content security policy without inline style permits.
 * In a cascade layer any rule of the page wins over it.
 */
export function adoptStyle(css: string): void {
  if (adopted.has(css) || !('adoptedStyleSheets' in document)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  adopted.add(css);
}
