import type { ChallengeFrameName, ChallengeReturned } from '@kassa/contracts';

/** What the page needs of the window it is in. */
export interface ReturnWindow {
  /** Of the frame it is in; empty when it is in none. */
  readonly frameName: string;
  readonly isFramed: boolean;
  readonly tellParent: (message: string) => void;
  readonly replaceAddress: (address: string) => void;
}

/** The browser SDK calls its frame for 3-D Secure so, and waits for this message from it. */
const challengeFrame: ChallengeFrameName = 'kassa-challenge';
const returned: ChallengeReturned = 'kassa:returned';

/** The placeholder in the built page that the service replaces with the address. */
const placeholder = '#kassa-target';

/**
 * Where a consumer who comes back from the processor's page goes on. In the SDK's frame over the cashier that
 * is the page around it, which has waited; everywhere else it is the address that the service put here.
 */
export function goOn(link: { readonly href: string }, page: ReturnWindow): void {
  if (page.isFramed && page.frameName === challengeFrame) page.tellParent(returned);
  else if (/^https?:\/\//i.test(link.href) && !link.href.endsWith(placeholder))
    page.replaceAddress(link.href);
}
