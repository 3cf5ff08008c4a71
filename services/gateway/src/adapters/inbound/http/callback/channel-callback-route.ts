import { succeed } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { ReceiveCallback } from '../../../../application/channels/receive-callback.ts';
import { readRawBody } from '../middleware/read-raw-body.ts';
import { orThrow } from '../refused-error.ts';
import { register } from '../route.ts';

/**
 * The size limit of a channel's callback. Channels send callbacks in batches, which can exceed the 64 KiB that a
 * merchant's request may have.
 */
const MAX_CALLBACK_BYTES = 262_144;

/**
 * Receives channels' callbacks (section 4.3 of the interface specification that Kassa implements). No schema validates the body
 * here, because each channel has its own format and signature.
 */
export function channelCallbackRoute(router: Router, receiveCallback: ReceiveCallback): void {
  register(router, endpoints.receiveChannelCallback, readRawBody(MAX_CALLBACK_BYTES), async (ctx) => {
    const { acknowledgement } = orThrow(
      await receiveCallback.execute(String(ctx.params.channelId), {
        headers: ctx.req.headers,
        body: ctx.state.rawBody ?? Buffer.alloc(0),
      }),
    );
    ctx.body = acknowledgement ?? succeed(null);
  });
}
