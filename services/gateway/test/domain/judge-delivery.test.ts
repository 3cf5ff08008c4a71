import { describe, expect, test } from 'vitest';
import { type DeliveryReply, judgeDelivery } from '../../src/domain/webhook/judge-delivery.ts';

const answered = (httpStatus: number, retryAfterSeconds: number | null = null): DeliveryReply => ({
  kind: 'answered',
  httpStatus,
  retryAfterSeconds,
});
const notAnswered: DeliveryReply = { kind: 'not_answered' };
const switchedOff: DeliveryReply = { kind: 'switched_off' };
const DAY = 24 * 3600;

describe('a delivery attempt', () => {
  test.each<[what: string, reply: DeliveryReply, failuresBefore: number, verdict: object]>([
    ['200', answered(200), 0, { kind: 'acknowledged' }],
    ['204', answered(204), 12, { kind: 'acknowledged' }],
    ['299', answered(299), 0, { kind: 'acknowledged' }],
    ['199', answered(199), 0, { kind: 'try_again', waitSeconds: 5 }],
    ['a redirect', answered(301), 0, { kind: 'try_again', waitSeconds: 5 }],
    ['400', answered(400), 1, { kind: 'try_again', waitSeconds: 30 }],
    ['429', answered(429), 0, { kind: 'try_again', waitSeconds: 5 }],
    ['429 and a wait', answered(429, 90), 0, { kind: 'try_again', waitSeconds: 90 }],
    ['429 and a short wait', answered(429, 1), 2, { kind: 'try_again', waitSeconds: 120 }],
    ['503 and a wait', answered(503, 600), 0, { kind: 'try_again', waitSeconds: 600 }],
    ['429 and an endless wait', answered(429, 999_999_999), 0, { kind: 'try_again', waitSeconds: DAY }],
    ['200 and a wait', answered(200, 90), 0, { kind: 'acknowledged' }],
    ['500 at the last step', answered(500, 90), 12, { kind: 'given_up' }],
    ['410', answered(410), 0, { kind: 'gone' }],
    ['410 and a wait', answered(410, 90), 5, { kind: 'gone' }],
    ['nothing', notAnswered, 0, { kind: 'try_again', waitSeconds: 5 }],
    ['nothing at the last step', notAnswered, 12, { kind: 'given_up' }],
    ['nothing, being switched off', switchedOff, 0, { kind: 'given_up' }],
  ])('answered with %s', (_what, reply, failuresBefore, verdict) => {
    expect(judgeDelivery(reply, failuresBefore, 0.5)).toEqual(verdict);
  });

  test.each([
    [0, 27],
    [1, 33],
  ])('waits ten per cent less or more, at chance %d', (chance, waitSeconds) => {
    const verdict = judgeDelivery(notAnswered, 1, chance);
    expect(verdict).toMatchObject({ kind: 'try_again', waitSeconds: expect.closeTo(waitSeconds) });
  });
});
