import { succeed } from '@kassa/contracts';
import type Router from '@koa/router';
import type { ReceiveCallback } from '../../../../application/channels/receive-callback.ts';
import { readRawBody } from '../middleware/read-raw-body.ts';
import { orThrow } from '../refused-error.ts';

/** Channels send batches; a merchant's 64 KiB would be too tight for them. */
const MAX_CALLBACK_BYTES = 262_144;

/** `POST /api/webhook/{channelId}` (interface, section 4.3). */
export function channelCallbackRoute(router: Router, receiveCallback: ReceiveCallback): void {
  router.post('/api/webhook/:channelId', readRawBody(MAX_CALLBACK_BYTES), async (ctx) => {
    const { acknowledgement } = orThrow(
      await receiveCallback.execute(String(ctx.params.channelId), {
        headers: ctx.req.headers,
        body: ctx.state.rawBody ?? Buffer.alloc(0),
      }),
    );
    ctx.body = acknowledgement ?? succeed(null);
  });
}
