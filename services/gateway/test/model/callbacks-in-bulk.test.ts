import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newSurroundings } from '../in-memory/surroundings.ts';
import type { Beginning } from './beginnings.ts';
import type { Happening } from './happenings.ts';
import type { Step, Story } from './steps.ts';
import { World } from './world.ts';

/** Enough orders that none reaches its limit of disputes. */
const ORDERS = 30;
const CALLBACKS = 1_050;
const SECONDS = 55;

const order = fc.nat({ max: ORDERS - 1 });
const at = fc.nat({ max: 1 });
const pick = fc.nat({ max: 9_999 });
const percent = fc.constantFrom(3, 5, 10, 30);
const is = <Name extends Happening['do']>(name: Name) => fc.constant(name);

/** What happens at the processor, which reports it. */
const atProcessor: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({
    do: is('conclude_payment'),
    pick,
    result: fc.constantFrom('succeeded' as const, 'succeeded' as const, 'failed' as const),
  }),
  fc.record({ do: is('pay_after_all'), pick }),
  fc.record({
    do: is('conclude_refund'),
    pick,
    result: fc.constantFrom('succeeded' as const, 'failed' as const),
  }),
  fc.record({ do: is('undo_refund'), pick }),
  fc.record({ do: is('refund_by_hand'), pick, percent, writtenAs: fc.constant('own_id' as const) }),
  fc.record({ do: is('open_dispute'), pick, percent, writtenAs: fc.constant('own_id' as const) }),
  fc.record({ do: is('resolve_dispute'), pick, outcome: fc.constantFrom('won' as const, 'lost' as const) }),
);

/** What consumers, the merchant, operators and the gateway's own duties do meanwhile. */
const meanwhile: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ do: is('init'), order, at, method: fc.constantFrom('card', 'sandbox_wallet') }),
  fc.record({ do: is('submit'), order, at, card: fc.constant('fitting' as const) }),
  fc.record({ do: is('refund'), order, at, number: pick, percent, currency: fc.constant('USD') }),
  fc.record({ do: is('refund'), order, at, number: pick, percent, currency: fc.constant('USD') }),
  fc.record({ do: is('cancel_refund'), order, at, pick }),
  fc.record({ do: is('conclude_dispute_by_hand'), order, at, isFromNotes: fc.boolean() }),
  fc.record({ do: is('look'), at }),
);

const beginnings: readonly Beginning[] = [
  'submitted',
  'paid',
  'refunding',
  'refunded',
  'disputed',
  'retried',
  'second_lost',
  'dispute_won',
];

/**
 * Returns a story in which a processor sends its callbacks within a minute, in any order. About a third of them have arrived
 * before.
 */
function callbacksInBulk(seed: number): Story {
  const sample = <Value>(arbitrary: fc.Arbitrary<Value>, count: number, salt: number) =>
    fc.sample(arbitrary, { seed: seed + salt, numRuns: count });
  const [news, others] = [sample(atProcessor, CALLBACKS, 1), sample(meanwhile, CALLBACKS, 2)];
  const [picks, turns] = [sample(pick, CALLBACKS, 3), sample(fc.nat({ max: 9 }), CALLBACKS, 4)];
  const steps = picks.flatMap((chosen, index): Step[] => {
    const callBack = (which: 'new' | 'any'): Happening => ({
      do: 'call_back',
      pick: chosen,
      at: index % 2,
      which,
    });
    const [reported, called] = [news[index], others[index]];
    const isSecondOver = index % Math.ceil(CALLBACKS / SECONDS) === 0;
    return [
      ...(reported === undefined ? [] : [{ happening: reported, turns: 0 }]),
      ...(called === undefined || index % 3 > 0 ? [] : [{ happening: called, turns: turns[index] ?? 0 }]),
      { happening: callBack(index % 10 < 4 ? 'any' : 'new'), turns: turns[index] ?? 0 },
      ...(isSecondOver ? [{ happening: { do: 'pass', seconds: 1 } as const, turns: 'all' as const }] : []),
    ];
  });
  return {
    seed,
    vendors: [
      { isMute: false, booksOnFirstDay: false, namesFailedRefunds: false },
      { isMute: true, booksOnFirstDay: true, namesFailedRefunds: true },
    ],
    beginnings: Array.from({ length: ORDERS }, (_, index) => beginnings[index % beginnings.length] ?? 'paid'),
    isSettledConcluded: true,
    steps,
  };
}

test('if a thousand callbacks arrive in a minute, a third of them repeated and all out of order, none is lost or applied twice, whatever the merchant and operators do meanwhile (fault 16)', {
  timeout: 900_000,
}, async () => {
  const { orders, claims, merchants, events, deliveries, inbox, clock } = newSurroundings();
  const shared = { orders, claims, merchants, events, deliveries, inbox };
  const counts = await World.live(callbacksInBulk(20_261_126), {
    stores: [shared, shared],
    clock,
    atOnce: 1,
    merchantId: 'mer_model',
  });
  expect(counts.received).toBeGreaterThanOrEqual(1_000);
  expect(counts.repeated / counts.received).toBeGreaterThanOrEqual(0.3);
});
