import { succeed } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { ReceiveCallback } from '../../../../application/channels/receive-callback.ts';
import { readRawBody } from '../middleware/read-raw-body.ts';
import { orThrow } from '../refused-error.ts';
import { register } from '../route.ts';

/** Channels send callbacks in batches, for which a merchant's limit of 64 KiB would be too small. */
const MAX_CALLBACK_BYTES = 262_144;

/**
 * Receives callbacks (interface, section 4.3). Each channel signs and parses its own format, so no schema
 * validates the body.
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
