/**
 * Sends the whole window to an address, even from within a frame, because a processor's page refuses to be shown in a frame.
 * Returns false if the surrounding page forbids it with the `sandbox` attribute. The consumer can then go there only by a link
 * that opens a new tab.
 */
export function navigateTop(url: string): boolean {
  try {
    // Only set `href` here. Reading it would throw, because the outer window may belong to another origin.
    (window.top ?? window).location.href = url;
    return true;
  } catch {
    return false;
  }
}
