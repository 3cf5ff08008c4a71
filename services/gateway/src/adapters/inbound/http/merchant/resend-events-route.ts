import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { ResendEvents } from '../../../../application/events/resend-events.ts';
import type { ResendSpan } from '../../../../application/events/resend-span.ts';
import { readMoment } from '../read-moment.ts';
import { orThrow } from '../refused-error.ts';
import { signedRoute } from './signed-route.ts';

/** Sends events again (decisions, section 10). */
export function resendEventsRoute(router: Router, resendEvents: ResendEvents, resendSpan: ResendSpan): void {
  signedRoute(router, endpoints.resendEvents, async ({ merchant, body, business: { prefix } }) => {
    if ('event_ids' in body) {
      const resent = await resendEvents.execute(body.event_ids, merchant.merchantId);
      return { resent: orThrow(resent, prefix).count, next: null };
    }
    const span = {
      since: readMoment(`${prefix}since`, body.since),
      until: readMoment(`${prefix}until`, body.until),
      type: body.event_type ?? null,
      after: body.after ?? null,
    };
    const { count, next } = orThrow(await resendSpan.execute(merchant, span), prefix);
    return { resent: count, next };
  });
}
