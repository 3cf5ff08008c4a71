import { type Static, Type } from 'typebox';
import { closed, Timestamp } from './field-schemas.ts';

/** What only the sandbox has: a business clock that can be moved (decisions, section 10). */

/** How far the sandbox's clock can be ahead of real time, all moves together: more than a year of orders. */
export const MAX_CLOCK_AHEAD_SECONDS = 400 * 24 * 60 * 60;

/** `data` of `GET` and `POST /admin/sandbox/clock`. */
export const SandboxClock = Type.Object(
  {
    now: { ...Timestamp, description: 'Business time: orders, refunds, webhooks and retention live by it.' },
    real_now: {
      ...Timestamp,
      description: 'Real time, by which requests, nonces and webhook signatures are judged.',
    },
    ahead_seconds: Type.Number({ description: 'How far business time is ahead of real time.' }),
    next_due_at: Type.Union([Timestamp, Type.Null()], {
      description:
        'When something falls due next: an expiry, a channel to be asked, a refund to be sent, a webhook to be tried. Not after `now` while it is being done; null when nothing waits.',
    }),
  },
  closed,
);
export type SandboxClock = Static<typeof SandboxClock>;

/** Body of `POST /admin/sandbox/clock`: one of three ways to move it, forward only. */
export const MoveClockRequest = Type.Object(
  {
    advance_seconds: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_CLOCK_AHEAD_SECONDS,
        description: 'By so much; moves add up.',
        examples: [1860],
      }),
    ),
    to: Type.Optional({ ...Timestamp, description: 'To this moment of business time, RFC 3339.' }),
    to_next_due: Type.Optional(
      Type.Literal(true, {
        description: 'To the moment at which something falls due next, once what is due now is done.',
      }),
    ),
  },
  { ...closed, minProperties: 1, maxProperties: 1 },
);
export type MoveClockRequest = Static<typeof MoveClockRequest>;
