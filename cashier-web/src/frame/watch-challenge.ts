/**
 * A bank's 3-D Secure page may be 600 px high (EMV 3-D Secure, `challengeWindowSize`). A much shorter frame would cut it off.
 */
const leastHeightPx = 600;
/** How long the page around the cashier's frame may take to make the frame taller. */
const patienceMs = 1_000;

/**
 * Calls `changed` when the bank's 3-D Secure dialog over the cashier opens or closes. Calls `cutOff` if, one second after the
 * dialog opened, the window is not tall enough to show all of it. This can happen in a frame whose height the surrounding page
 * does not adjust.
 */
export function watchChallenge(changed: (isOpen: boolean) => void, cutOff: () => void): void {
  const isOpen = () => document.querySelector('.kassa-challenge') !== null;
  const look = () => isOpen() && innerHeight < leastHeightPx && cutOff();
  new MutationObserver(() => {
    changed(isOpen());
    if (isOpen()) setTimeout(look, patienceMs);
  }).observe(document.body, { childList: true });
}
