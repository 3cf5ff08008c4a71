import type { Middleware } from 'koa';
import { TemporarilyUnavailable } from '../../../../ports/temporarily-unavailable.ts';
import { discardBody, readRawBody } from '../middleware/read-raw-body.ts';
import { RefusedError } from '../refused-error.ts';

/** The size limit of an ordinary callback, large enough even for a channel that sends several reports in one batch. */
const USUAL_BYTES = 262_144;
/**
 * The size limit of a callback. Stripe's events of a dispute contain its evidence, and `charge.dispute.updated` also contains the
 * evidence before the update. Evidence may have 150,000 characters ("Update a dispute" in Stripe's API reference), and JSON may
 * need six bytes for a character.
 */
const MOST_BYTES = 2_097_152;
/**
 * The largest number of callbacks above the ordinary size that are read at the same time. Anybody can send them, so without
 * this limit they could fill the memory.
 */
const LARGE_AT_ONCE = 16;

/**
 * Reads the body of a callback. If too many large callbacks arrive at the same time, the sender is asked to repeat its
 * callback. A large callback must announce its length.
 *
 * @param tooLarge is called if a callback is larger than the gateway reads
 */
export function readCallbackBody(
  tooLarge: (channelId: string, address: string) => Promise<void>,
): Middleware {
  const readUsual = readRawBody(USUAL_BYTES);
  const readLarge = readRawBody(MOST_BYTES);
  let large = 0;
  return async function readCallback(ctx, next) {
    const isLarge = Number(ctx.get('Content-Length')) > USUAL_BYTES;
    if (isLarge && large === LARGE_AT_ONCE) {
      discardBody(ctx);
      throw new TemporarilyUnavailable('too many large callbacks');
    }
    if (isLarge) large += 1;
    try {
      await (isLarge ? readLarge : readUsual)(ctx, next);
    } catch (error) {
      if (error instanceof RefusedError && error.refusal.name === 'PAYLOAD_TOO_LARGE')
        await tooLarge(String(ctx.params.channelId), ctx.ip);
      throw error;
    } finally {
      if (isLarge) large -= 1;
    }
  };
}
