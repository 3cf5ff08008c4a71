import { describe, expect, test } from 'vitest';
import { methodTasks } from '../../src/adapters/outbound/channels/adyen/adyen-trial-methods.ts';
import { noPageParts } from '../../src/domain/attempt/payment-attempt.ts';
import type { OpeningAnswer, OpeningOrder } from '../../src/ports/payment-channel.ts';

/** A channel that offers these methods, by currency, and answers each opening as the test says. */
function channelWith(
  offered: Readonly<Record<string, readonly string[]>>,
  answers: (code: string) => OpeningAnswer,
) {
  const orders: OpeningOrder[] = [];
  const channel = {
    methods: ({ currency }: { currency: string }) =>
      ['card', ...(offered[currency] ?? [])].map((code) => ({
        ...{ code, name: code, iconFile: 'wallet.svg', cardBrands: [] },
      })),
    open: async (order: OpeningOrder) => {
      orders.push(order);
      return answers(order.methodCode);
    },
  };
  const newId = () => `txn_${orders.length}`;
  const [task] = methodTasks(channel, newId);
  if (task === undefined) throw new Error('no task');
  return { orders, task };
}

const opened: OpeningAnswer = {
  kind: 'opened',
  opening: {
    ...{ channelReference: 'CS1', renderType: 'REDIRECT', paymentUrl: 'https://page.example/' },
    ...{ ...noPageParts, cardBrands: [], payableUntil: new Date() },
  },
};
const refused: OpeningAnswer = {
  kind: 'refused',
  failure: { code: '138', message: 'no', category: 'try_another_method' },
};

describe('the trial of the methods of an account at Adyen', () => {
  test('opens each method besides the card once, in a currency in which it is offered', async () => {
    const offered = { EUR: ['ideal', 'klarna', 'bank_transfer'], BRL: ['pix'], PLN: ['klarna', 'blik'] };
    const { orders, task } = channelWith(offered, () => opened);
    expect(await task.see()).toBe(task.expected);
    expect(orders.map(({ methodCode, amount }) => `${methodCode} ${amount.currency}`)).toEqual([
      ...['ideal EUR', 'klarna EUR', 'bank_transfer EUR', 'pix BRL', 'blik PLN'],
    ]);
  });

  test('names each method that does not open, with the processor’s code', async () => {
    const answers: Readonly<Record<string, OpeningAnswer>> = {
      pix: { kind: 'unavailable', detail: 'Adyen did not say how the consumer pays' },
      bank_transfer: refused,
    };
    const offered = { EUR: ['ideal', 'bank_transfer'], BRL: ['pix'] };
    const { task } = channelWith(offered, (code) => answers[code] ?? opened);
    expect(await task.see()).toBe('bank_transfer: refused 138, pix: unavailable');
  });
});
