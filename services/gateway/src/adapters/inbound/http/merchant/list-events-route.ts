import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { ListEvents } from '../../../../application/events/list-events.ts';
import { pageSizeOf } from '../page-size.ts';
import { readOptionalMoment } from '../read-moment.ts';
import { orThrow } from '../refused-error.ts';
import { presentLoggedEvent } from './event-presenter.ts';
import { signedRoute } from './signed-route.ts';

/** Lists the merchant's events (decisions, section 10). */
export function listEventsRoute(router: Router, listEvents: ListEvents): void {
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
}
