import type { ChallengeFrameName, ChallengeReturned } from '@kassa/contracts';

/** The parts of the browser's window that the return page uses. */
export interface ReturnWindow {
  /** The name of the frame that contains the return page; empty if the page is not in a frame. */
  readonly frameName: string;
  readonly isFramed: boolean;
  readonly tellParent: (message: string) => void;
  readonly replaceAddress: (address: string) => void;
}

/** The name that the browser SDK gives to its 3-D Secure frame. The SDK waits for a message from the page in that frame. */
const challengeFrame: ChallengeFrameName = 'kassa-challenge';
const returned: ChallengeReturned = 'kassa:returned';

/** The placeholder in the built page for the address to which the consumer continues. The gateway replaces it. */
const placeholder = '#kassa-target';

/**
 * Continues the checkout of a consumer who comes back from the processor's page. If this page is in the SDK's 3-D Secure frame,
 * tells the page around the frame that the consumer has returned. Otherwise, opens the address that the gateway has put into
 * the link.
 */
export function goOn(link: { readonly href: string }, page: ReturnWindow): void {
  if (page.isFramed && page.frameName === challengeFrame) page.tellParent(returned);
  else if (/^https?:\/\//i.test(link.href) && !link.href.endsWith(placeholder))
    page.replaceAddress(link.href);
}
