import { challengeFinished } from '../protocol.ts';

/** The last page in the overlay: tells the shop's page that the payer has finished. */
const { origin } = document.body.dataset;
if (origin !== undefined && parent !== window) parent.postMessage(challengeFinished, origin);
