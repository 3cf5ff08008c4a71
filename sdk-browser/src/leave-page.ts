/**
 * Sends the whole window to an address, even from inside a frame, because a processor's page refuses to be framed.
 * Returns false if the page around the frame forbids it (with the `sandbox` attribute). Then only the consumer can go
 * there, with a link that opens a new tab.
 */
export function navigateTop(url: string): boolean {
  try {
    // For a window of another origin, only the setter of `href` is accessible.
    (window.top ?? window).location.href = url;
    return true;
  } catch {
    return false;
  }
}
