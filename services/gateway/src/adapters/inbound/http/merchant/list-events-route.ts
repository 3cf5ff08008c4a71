import { compileValidator, EventListQuery, type EventListResult, succeed } from '@kassa/contracts';
import type Router from '@koa/router';
import type { ListEvents } from '../../../../application/events/list-events.ts';
import { merchantRequestOf } from '../middleware/authenticate-merchants.ts';
import { pageSizeOf } from '../page-size.ts';
import { readOptionalMoment } from '../read-moment.ts';
import { orThrow } from '../refused-error.ts';
import { orInvalid, queryOf } from '../request-reading.ts';
import { presentLoggedEvent } from './event-presenter.ts';

const readQuery = compileValidator(EventListQuery);

/** `GET /api/merchant/event/list` (decisions, section 10). */
export function listEventsRoute(router: Router, listEvents: ListEvents): void {
  router.get('/api/merchant/event/list', async (ctx) => {
    const { merchant } = merchantRequestOf(ctx);
    const query = orInvalid(readQuery(queryOf(ctx)));
    const page = orThrow(
      await listEvents.execute(merchant.merchantId, {
        after: query.after ?? null,
        since: readOptionalMoment('since', query.since),
        type: query.event_type ?? null,
        limit: pageSizeOf(query.limit),
      }),
    );
    ctx.body = succeed<EventListResult>({
      events: page.events.map(presentLoggedEvent),
      next: page.next,
      resume_after: page.resumeAfter,
    });
  });
}
