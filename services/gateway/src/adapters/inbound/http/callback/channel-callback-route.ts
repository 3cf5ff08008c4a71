import { succeed } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { ReceiveCallback, ReceivedAnswer } from '../../../../application/channels/receive-callback.ts';
import type { Refusal } from '../../../../application/refusal.ts';
import { orThrow } from '../refused-error.ts';
import { register } from '../route.ts';
import type { UnprovenCallers } from '../unproven-callers.ts';
import { readCallbackBody } from './read-callback-body.ts';

/**
 * Receives channels' callbacks (section 4.3 of the interface specification that Kassa implements). No schema validates the body
 * here, because each channel has its own format and signature. The gateway limits how often a network may send forged
 * callbacks.
 */
export function channelCallbackRoute(
  router: Router,
  receiveCallback: ReceiveCallback,
  unproven: UnprovenCallers,
): void {
  const readBody = readCallbackBody((channelId, address) =>
    unproven.verify(
      { address, claim: channelId },
      () => receiveCallback.tooLarge(channelId),
      () => false,
    ),
  );
  register(router, endpoints.receiveChannelCallback, readBody, async (ctx) => {
    const channelId = String(ctx.params.channelId);
    const callback = { headers: ctx.req.headers, body: ctx.state.rawBody ?? Buffer.alloc(0) };
    const { acknowledgement } = orThrow(
      await unproven.verify(
        { address: ctx.ip, claim: channelId },
        () => receiveCallback.execute(channelId, callback),
        isGenuine,
      ),
    );
    ctx.body = acknowledgement ?? succeed(null);
  });
}

/** Whether the outcome shows that the channel has sent the callback. An unreadable or unsigned callback shows nothing. */
function isGenuine(outcome: ReceivedAnswer | Refusal): boolean {
  return outcome.kind === 'received' && outcome.isProven;
}
