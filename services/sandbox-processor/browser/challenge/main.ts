import { challengeFinished } from '../protocol.ts';

/**
 * The script of the last page in the 3-D Secure overlay. It tells the shop's page around the overlay that the payer has
 * finished.
 */
const { origin } = document.body.dataset;
if (origin !== undefined && parent !== window) parent.postMessage(challengeFinished, origin);
