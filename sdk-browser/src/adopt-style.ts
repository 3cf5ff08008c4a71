const adopted = new Set<string>();

/**
 * Adds a style to the page. It uses the CSSOM, because a content security policy may forbid inline styles. The style is in a
 * cascade layer, so any rule of the page overrides it.
 */
export function adoptStyle(css: string): void {
  if (adopted.has(css) || !('adoptedStyleSheets' in document)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
  adopted.add(css);
}
