import { orderLimits } from '@kassa/contracts';
import { describe, expect, test } from 'vitest';
import {
  boundedCallbacks,
  boundedDispute,
  boundedOpening,
  boundedPayment,
  boundedRefund,
  boundedRefundInquiry,
  boundedSubmission,
  withBoundedDetails,
} from '../../src/adapters/outbound/channels/guard/bounded-answers.ts';
import type { ChannelNotification } from '../../src/ports/channel-callback.ts';
import { money, openingOf } from '../builders/orders.ts';

const fits = 'r'.repeat(orderLimits.referenceBytes);
const tooLong = `${fits}r`;
const failure = { code: '编'.repeat(100), message: '信'.repeat(500), category: 'declined' } as const;
const short = { code: `${'编'.repeat(20)}…`, message: `${'信'.repeat(84)}…`, category: 'declined' };
const card = { brand: 'v'.repeat(100), last4: '4242', expMonth: 12, expYear: 2030 } as const;

describe('a channel’s answer', () => {
  test.each([
    ['an opening', boundedOpening({ kind: 'refused', failure })],
    ['a submission', boundedSubmission({ kind: 'refused', failure })],
    ['a refund', boundedRefund({ kind: 'refused', failure })],
  ])(
    'a channel’s message about a failure is shortened before it is stored (fault 75): %s',
    (_what, answer) => {
      const { code, message } = short;
      expect(answer).toMatchObject({ kind: 'refused', failure: { code, message } });
    },
  );

  test('about a failed payment is shortened, and its card with it', () => {
    const result = { kind: 'failed', failure, card, declineReference: fits } as const;

    for (const answer of [
      boundedPayment({ kind: 'ended', result }),
      boundedSubmission({ kind: 'ended', result }),
    ]) {
      expect(answer).toMatchObject({
        kind: 'ended',
        result: { failure: short, card: { brand: expect.stringMatching(/^v{29}…$/) } },
      });
    }
  });

  test('in an invalid currency stays different from every currency', () => {
    const returned = money(1, 'USDUSDUSDUSDUSDUSD');
    expect(
      boundedRefund({ kind: 'ended', channelReference: fits, result: { kind: 'succeeded', returned } }),
    ).toMatchObject({ result: { returned: { amountMinor: 1, currency: 'USDUSDUSDUSDU…' } } });
  });

  test('with a reference of the greatest length is taken unchanged', () => {
    const opened = { kind: 'opened', opening: { ...openingOf('txn_1'), channelReference: fits } } as const;
    expect(boundedOpening(opened)).toEqual(opened);
    expect(boundedRefundInquiry({ kind: 'pending', channelReference: fits })).toEqual({
      kind: 'pending',
      channelReference: fits,
    });
  });

  test.each([
    ['https://dashboard.processor.example/disputes/1', true],
    ['http://dashboard.processor.example/disputes/1', false],
    ['javascript:alert(1)', false],
    ['no address', false],
    [`https://dashboard.processor.example/${'d'.repeat(orderLimits.linkBytes)}`, false],
  ])('about a dispute keeps only a link that the merchant can open safely: %s', (channelUrl, isKept) => {
    const reason = { category: 'fraudulent', code: '编'.repeat(100) } as const;
    const report = { kind: 'opened', channelReference: fits, amount: money(1), reason } as const;
    const bounded = boundedDispute({ kind: 'known', report: { ...report, channelUrl } });
    const kept = { ...report, reason: { category: 'fraudulent', code: short.code } };
    expect(bounded).toEqual({ kind: 'known', report: isKept ? { ...kept, channelUrl } : kept });
  });

  const byHand = {
    kind: 'refund_by_reference',
    channelReference: 'R1',
    result: { kind: 'succeeded', returned: money(1) },
  } as const;
  const readingOf = (notification: ChannelNotification) =>
    boundedCallbacks({ kind: 'genuine', callbacks: [{ callbackId: 'evt_1', notification }] });

  test.each([
    ['4111111111111111', '[card number removed]'],
    ['4111 1111 1111 1111', '[card number removed]'],
    ['order 5555-5555-5555-4444', 'order [card number removed]'],
    [`INV ${'9'.repeat(200)}`, /^INV 9+…$/],
    ['INV-2041', 'INV-2041'],
    [`txn_${'41111111111111111'.padEnd(32, '0')}_1`, `txn_${'41111111111111111'.padEnd(32, '0')}_1`],
  ])(
    'if somebody enters a card number as a reference at the processor, the number is never stored, and the report is still applied (fault 39): %s',
    (entered, kept) => {
      const stored = readingOf({ ...byHand, attemptId: entered, paymentReference: 'P1' });
      expect(stored).toMatchObject({
        kind: 'genuine',
        callbacks: [
          { notification: { attemptId: typeof kept === 'string' ? kept : expect.stringMatching(kept) } },
        ],
      });
      const told = { kind: 'for_operator', reference: entered, detail: entered } as const;
      for (const text of [stored, readingOf(told)].map((each) => JSON.stringify(each))) {
        if (!entered.startsWith('txn_')) expect(text).not.toMatch(/4111.?1111.?1111.?1111|5555.?5555.?5555/);
        expect(text.length).toBeLessThan(800);
      }
    },
  );

  test.each(['paymentReference', 'openingReference'])(
    'in a callback that names a card number as its %s is refused',
    (name) => {
      const card = '4111111111111111';
      const reading = readingOf({ ...byHand, attemptId: card, [name]: card });
      expect(reading.kind).toBe('not_understood');
      expect(JSON.stringify(reading)).not.toContain(card);
    },
  );

  const paid = { kind: 'succeeded', paid: money(1), card: null, paymentReference: tooLong } as const;
  const report = { kind: 'opened', channelReference: tooLong, amount: money(1) } as const;
  const opening = { ...openingOf('txn_1'), channelReference: tooLong };
  test.each([
    ['an opening', boundedOpening({ kind: 'opened', opening }), 'unavailable'],
    ['a submitted payment', boundedSubmission({ kind: 'ended', result: paid }), 'unknown'],
    ['a payment', boundedPayment({ kind: 'ended', result: paid }), 'not_understood'],
    ['a refund', boundedRefund({ kind: 'pending', channelReference: tooLong }), 'unknown'],
    [
      'a refund asked about',
      boundedRefundInquiry({ kind: 'pending', channelReference: tooLong }),
      'unavailable',
    ],
    ['a dispute', boundedDispute({ kind: 'known', report }), 'not_understood'],
  ])(
    'if the processor’s reference in a channel’s answer is too long to store, Kassa treats the whole answer as unreadable (fault 75): %s',
    (_what, answer, kind) => {
      expect(answer.kind).toBe(kind);
    },
  );

  test.each<[string, ChannelNotification]>([
    ['a payment', { kind: 'payment', attemptId: 'txn_1', result: paid }],
    ['a dispute', { kind: 'dispute', attemptId: 'txn_1', report }],
    ['money', { kind: 'uncollected', attemptId: 'txn_1', channelReference: tooLong, reason: 'No.' }],
    [
      'a refund',
      {
        kind: 'refund_by_reference',
        attemptId: 'txn_1',
        channelReference: tooLong,
        result: { kind: 'succeeded', returned: money(1) },
      },
    ],
  ])(
    'in a callback about %s with too long a reference is refused and reported to the operator',
    (_what, told) => {
      const reading = { kind: 'genuine', callbacks: [{ callbackId: 'evt_1', notification: told }] } as const;
      expect(boundedCallbacks(reading)).toMatchObject({ kind: 'not_understood', reference: 'txn_1' });
    },
  );

  test('with data or an address for the page that are too large counts as unusable', () => {
    const component = { session: 'd'.repeat(orderLimits.openingBytes) };
    expect(boundedOpening({ kind: 'opened', opening: { ...openingOf('txn_1'), component } }).kind).toBe(
      'unavailable',
    );
    const url = `https://bank.example/${'a'.repeat(orderLimits.openingBytes)}`;
    expect(boundedSubmission({ kind: 'action_required', action: { url, display: 'page' } }).kind).toBe(
      'unknown',
    );
  });
});

describe('a card number in a channel’s answer', () => {
  const number = '4242424242424242';
  const spellings = [
    number,
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    '４２４２４２４２４２４２４２４２',
    `No. ${number}.`,
    `card=${number}&cvc=123`,
    `99${number}`,
    '378282246310005',
  ];
  const hasNumber = (value: unknown) => {
    const digits = JSON.stringify(value)
      .normalize('NFKC')
      .replaceAll(/[^0-9]/g, '');
    return digits.includes(number) || digits.includes('378282246310005');
  };
  const failureWith = (text: string) =>
    ({ code: text, message: `Declined: ${text}`, category: 'declined' }) as const;

  test.each(spellings)(
    'a card number is removed from messages, codes and names before anything is stored (fault 88): %s',
    (text) => {
      const failure = failureWith(text);
      const card = { brand: text, last4: text, expMonth: 12, expYear: 2030 };
      const answers = [
        boundedOpening({ kind: 'refused', failure }),
        boundedSubmission({ kind: 'refused', failure }),
        boundedPayment({ kind: 'ended', result: { kind: 'failed', failure, card } }),
        boundedPayment({ kind: 'ended', result: { kind: 'succeeded', paid: money(1), card, wallet: text } }),
        boundedRefund({ kind: 'refused', failure }),
        boundedDispute({
          kind: 'known',
          report: {
            kind: 'opened',
            channelReference: 'dp_1',
            amount: money(1),
            reason: { category: 'general', code: text },
          },
        }),
        boundedCallbacks(
          genuine(
            { kind: 'for_operator', reference: text, detail: text },
            { kind: 'irrelevant', type: text },
            { kind: 'uncollected', attemptId: 'txn_1', channelReference: 'evt_1', reason: text },
          ),
        ),
      ];
      expect(answers.filter(hasNumber)).toEqual([]);
    },
  );

  test.each(spellings)(
    'a card number is removed from every explanation that alerts and cases show (fault 88): %s',
    (text) => {
      const answers = [
        withBoundedDetails({ kind: 'unavailable', detail: `It says ${text}` }),
        withBoundedDetails({ kind: 'not_understood', reference: 'txn_1', reason: `It says ${text}` }),
        withBoundedDetails({ name: 'reads', outcome: 'failed', detail: text }),
      ];
      expect(answers.filter(hasNumber)).toEqual([]);
      expect(answers[0]).toMatchObject({ kind: 'unavailable', detail: expect.stringMatching(/^It says /) });
    },
  );

  test('an answer whose reference contains a card number is refused (fault 88)', () => {
    expect(boundedRefundInquiry({ kind: 'pending', channelReference: number }).kind).toBe('unavailable');
    const paid = { kind: 'succeeded', paid: money(1), card: null, paymentReference: number } as const;
    expect(boundedPayment({ kind: 'ended', result: paid }).kind).toBe('not_understood');
  });

  test('leaves other numbers as they are, and the last four digits of the card', () => {
    const failure = failureWith('at 1700000000000 of pi_3MtwBwLkdIwHu7ix28a3tqPa, 8535516988686789');
    expect(boundedRefund({ kind: 'refused', failure })).toMatchObject({
      failure: { message: `Declined: ${failure.code}` },
    });
    const card = { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 };
    const result = { kind: 'succeeded', paid: money(1), card } as const;
    expect(boundedPayment({ kind: 'ended', result })).toMatchObject({ result: { card } });
  });
});

function genuine(...notifications: readonly ChannelNotification[]) {
  const callbacks = notifications.map((notification, index) => ({ callbackId: `cb_${index}`, notification }));
  return { kind: 'genuine', callbacks } as const;
}
