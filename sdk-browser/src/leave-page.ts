/**
 * Sends the whole window to an address, also out of a frame: a processor's page refuses to be framed. False
 * when the page around the frame forbids it (its `sandbox` attribute); then only the consumer can, with a
 * link that opens a new tab.
 */
export function navigateTop(url: string): boolean {
  try {
    // Of another origin's window only the setter of `href` may be used.
    (window.top ?? window).location.href = url;
    return true;
  } catch {
    return false;
  }
}
