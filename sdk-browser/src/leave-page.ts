/**
 * Sends the whole window to an address, even if this page is in a frame, because a processor's page refuses to be framed.
 * Returns false if the page around the frame forbids it (with the `sandbox` attribute). The consumer can then go there only
 * with a link that opens a new tab.
 */
export function navigateTop(url: string): boolean {
  try {
    // For a window of another origin, `href` can only be set, not read.
    (window.top ?? window).location.href = url;
    return true;
  } catch {
    return false;
  }
}
