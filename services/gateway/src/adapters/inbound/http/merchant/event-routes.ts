import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import { ListEvents } from '../../../../application/events/list-events.ts';
import { ResendEvents } from '../../../../application/events/resend-events.ts';
import type { InstancesOf } from '../instances-of.ts';
import { readMoment, readOptionalMoment } from '../read-times.ts';
import { orThrow } from '../refused-error.ts';
import { pageSizeOf } from '../request-reading.ts';
import { presentLoggedEvent } from './event-presenter.ts';
import { signedRoute } from './signed-route.ts';

export const eventUseCases = {
  listEvents: ListEvents,
  resendEvents: ResendEvents,
};

/** Lists a merchant's webhook events, and sends chosen events again. */
export function eventRoutes(
  router: Router,
  { listEvents, resendEvents }: InstancesOf<typeof eventUseCases>,
): void {
  signedRoute(router, endpoints.listEvents, async ({ merchant, query }) => {
    const page = orThrow(
      await listEvents.execute(merchant.merchantId, {
        after: query.after ?? null,
        since: readOptionalMoment('since', query.since),
        type: query.event_type ?? null,
        limit: pageSizeOf(query.limit),
      }),
    );
    return {
      events: page.events.map(presentLoggedEvent),
      next: page.next,
      resume_after: page.resumeAfter,
    };
  });

  signedRoute(router, endpoints.resendEvents, async ({ merchant, body, business: { prefix } }) => {
    if ('event_ids' in body) {
      const resent = await resendEvents.resend(body.event_ids, merchant.merchantId);
      return { resent: orThrow(resent, prefix).count, next: null };
    }
    const span = {
      since: readMoment(`${prefix}since`, body.since),
      until: readMoment(`${prefix}until`, body.until),
      type: body.event_type ?? null,
      after: body.after ?? null,
    };
    const { count, next } = orThrow(await resendEvents.resendSpan(merchant, span), prefix);
    return { resent: count, next };
  });
}
