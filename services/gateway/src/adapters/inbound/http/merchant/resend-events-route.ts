import {
  compileValidator,
  EventResendByIds,
  EventResendBySpan,
  type EventResendResult,
  succeed,
} from '@kassa/contracts';
import type Router from '@koa/router';
import type { ResendEvents } from '../../../../application/events/resend-events.ts';
import type { ResendSpan, ResendSpanRequest } from '../../../../application/events/resend-span.ts';
import { merchantRequestOf } from '../middleware/authenticate-merchants.ts';
import { readMoment } from '../read-moment.ts';
import { orThrow } from '../refused-error.ts';
import { type BusinessBody, orInvalid, readBusinessBody } from '../request-reading.ts';

const readIds = compileValidator(EventResendByIds);
const readSpan = compileValidator(EventResendBySpan);

/** `POST /api/merchant/event/resend` (decisions, section 10). */
export function resendEventsRoute(router: Router, resendEvents: ResendEvents, resendSpan: ResendSpan): void {
  router.post('/api/merchant/event/resend', async (ctx) => {
    const { merchant, body } = merchantRequestOf(ctx);
    const business = readBusinessBody(body);
    if (isBySpan(business)) {
      const request = spanOf(business);
      const { count, next } = orThrow(await resendSpan.execute(merchant, request), business.prefix);
      ctx.body = succeed<EventResendResult>({ resent: count, next });
    } else {
      const { event_ids } = orInvalid(readIds(business.value), business.prefix);
      const { count } = orThrow(await resendEvents.execute(event_ids, merchant.merchantId), business.prefix);
      ctx.body = succeed<EventResendResult>({ resent: count, next: null });
    }
  });
}

/** Judged first, so that what is wrong is said of the one form that was meant. */
function isBySpan({ value }: BusinessBody): boolean {
  const members = Object.keys(value as object);
  return !members.includes('event_ids') && (members.includes('since') || members.includes('until'));
}

function spanOf({ value, prefix }: BusinessBody): ResendSpanRequest {
  const message = orInvalid(readSpan(value), prefix);
  return {
    since: readMoment(`${prefix}since`, message.since),
    until: readMoment(`${prefix}until`, message.until),
    type: message.event_type ?? null,
    after: message.after ?? null,
  };
}
