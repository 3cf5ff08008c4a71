import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkSession, issueSession } from '../../src/domain/checkout-session.ts';
import { after } from '../builders/times.ts';

const key = randomBytes(32);
const previousKey = randomBytes(32);
const orderId = `ord_${'a'.repeat(32)}`;
const otherOrderId = `ord_${'b'.repeat(32)}`;
const session = issueSession(orderId, after(1800), [key]);
const DAY = 24 * 60 * 60;

describe('a checkout session', () => {
  test.each([
    ['its order', session, orderId, 0, 'valid'],
    ['its order at the expiry', session, orderId, 1800, 'valid'],
    ['its order a day after the expiry, to see how it ended', session, orderId, 1800 + DAY, 'valid'],
    ['its order later than that', session, orderId, 1801 + DAY, 'expired'],
    ['another order', session, otherOrderId, 0, 'invalid'],
    ['another order when it is over', session, otherOrderId, 1801 + DAY, 'invalid'],
    ['an empty session', '', orderId, 0, 'invalid'],
    ['a session without signature', session.split('.')[0] ?? '', orderId, 0, 'invalid'],
    ['a session with a text behind it', `${session}=`, orderId, 0, 'invalid'],
    ['a session with white space', ` ${session}`, orderId, 0, 'invalid'],
    ['a later expiry under the same signature', `zzzzzz.${session.split('.')[1]}`, orderId, 0, 'invalid'],
    [
      'a session under another key',
      issueSession(orderId, after(1800), [randomBytes(32)]),
      orderId,
      0,
      'invalid',
    ],
    [
      'a session under the previous key',
      issueSession(orderId, after(1800), [previousKey]),
      orderId,
      0,
      'valid',
    ],
  ])('opens %s?', (_case, text, order, seconds, verdict) => {
    expect(checkSession(text, order, [key, previousKey], after(seconds))).toBe(verdict);
  });

  test('is refused with any single character changed', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=';
    for (let position = 0; position < session.length; position += 1) {
      for (const character of alphabet) {
        if (session[position] === character) continue;
        const tampered = session.slice(0, position) + character + session.slice(position + 1);
        expect(checkSession(tampered, orderId, [key], after(0)), tampered).toBe('invalid');
      }
    }
  });

  test('is not opened by any other string, and nothing crashes', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        expect(checkSession(text, orderId, [key], after(0))).toBe('invalid');
      }),
    );
  });

  test('reveals nothing but its expiry, and is signed with the first key', () => {
    expect(session).toMatch(/^[0-9a-z]+\.[A-Za-z0-9_-]{43}$/);
    expect(issueSession(orderId, after(1800), [key, previousKey])).toBe(session);
  });
});
