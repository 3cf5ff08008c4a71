/** A bank's 3-D Secure page may be 600 px high (EMV 3-D Secure, `challengeWindowSize`). A much lower frame would cut it off. */
const leastHeightPx = 600;
/** How long the page around the cashier's frame may take to make the frame higher. */
const patienceMs = 1_000;

/**
 * Calls `cutOff` if the bank's 3-D Secure page is shown over the cashier, but the frame stays too low for it, because the page
 * around the frame does not follow the cashier's height.
 */
export function watchChallenge(cutOff: () => void): void {
  const isShown = () => document.querySelector('.kassa-challenge') !== null;
  const look = () => isShown() && innerHeight < leastHeightPx && cutOff();
  new MutationObserver(() => isShown() && setTimeout(look, patienceMs)).observe(document.body, {
    childList: true,
  });
}
