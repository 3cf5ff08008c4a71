import type { ChallengeFrameName, ChallengeReturned } from '@kassa/contracts';

/** The parts of its window that the page uses. */
export interface ReturnWindow {
  /** The name of the frame that contains the page; empty if there is no frame. */
  readonly frameName: string;
  readonly isFramed: boolean;
  readonly tellParent: (message: string) => void;
  readonly replaceAddress: (address: string) => void;
}

/** The browser SDK gives its 3-D Secure frame this name, and waits for this message from it. */
const challengeFrame: ChallengeFrameName = 'kassa-challenge';
const returned: ChallengeReturned = 'kassa:returned';

/** The placeholder in the built page that the service replaces with the address. */
const placeholder = '#kassa-target';

/**
 * Continues the checkout of a consumer who comes back from the processor's page. In the SDK's 3-D Secure frame,
 * the page around the frame waits for a message. Everywhere else, the browser goes to the address that the
 * service put into the link.
 */
export function goOn(link: { readonly href: string }, page: ReturnWindow): void {
  if (page.isFramed && page.frameName === challengeFrame) page.tellParent(returned);
  else if (/^https?:\/\//i.test(link.href) && !link.href.endsWith(placeholder))
    page.replaceAddress(link.href);
}
