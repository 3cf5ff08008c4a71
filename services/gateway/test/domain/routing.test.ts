import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_PASSED_OVER } from '../../src/domain/routing/attempt-route.ts';
import {
  chooseChannels,
  type FailedCandidate,
  nextCandidate,
  type RoutableChannel,
  routeTo,
} from '../../src/domain/routing/choose-channels.ts';
import { methodsNotServed } from '../../src/domain/routing/methods-not-served.ts';
import { refuseRoutes } from '../../src/domain/routing/refuse-routes.ts';
import { judgeRoute, type Route } from '../../src/domain/routing/route.ts';
import { money } from '../builders/orders.ts';

const everything = { methods: null, currencies: null, minAmount: null, maxAmount: null } as const;

function to(channel: string, asks: Partial<Route> = {}): Route {
  return { channel, ...everything, ...asks };
}

function channel(channelId: string, given: Partial<RoutableChannel> = {}): RoutableChannel {
  return {
    channelId,
    channelType: channelId.replace(/-.*/, ''),
    methods: ['card', 'wallet'],
    isOpenable: true,
    ...given,
  };
}

type Choice = Parameters<typeof chooseChannels>[0];

function choices(given: Partial<Choice>) {
  return chooseChannels({
    channels: [channel('A'), channel('B')],
    routes: [],
    amount: money(10_000),
    methodOrder: [],
    failedBefore: new Set(),
    ...given,
  });
}

/** Returns the choice of channels for cards, with the channel that is asked first. */
function choice(given: Partial<Choice>) {
  const found = choices(given).find(({ methodCode }) => methodCode === 'card');
  if (found === undefined) throw new Error('cards are not served');
  return found;
}

function asked(given: Partial<Choice>, failed: readonly FailedCandidate[] = []) {
  const found = choice(given);
  const channelId = nextCandidate(found, failed)?.channelId;
  return channelId === undefined ? null : { channelId, ...routeTo(channelId, found, failed) };
}

describe('where a payment goes', () => {
  test.each<[string, Partial<Choice>, string | null, string, readonly string[]]>([
    ['without routes to the first channel', {}, 'A', 'preferred', []],
    ['to the only channel there is', { channels: [channel('A')] }, 'A', 'only', []],
    ['by the order of the routes', { routes: [to('B'), to('A')] }, 'B', 'preferred', []],
    ['only where a route leads', { routes: [to('B')] }, 'B', 'only', ['A no_route']],
    [
      'by method, currency and amount',
      {
        routes: [
          to('A', { methods: ['wallet'] }),
          to('C', { currencies: ['EUR'] }),
          to('D', { currencies: ['USD'], maxAmount: '99.99' }),
          to('B', { currencies: ['USD', 'EUR'], minAmount: '100.00', maxAmount: '100' }),
        ],
        channels: ['A', 'B', 'C', 'D'].map((id) => channel(id)),
      },
      'B',
      'only',
      ['A other_method', 'C other_currency', 'D other_amount'],
    ],
    [
      'past an open circuit',
      { channels: [channel('A', { isOpenable: false }), channel('B')] },
      'B',
      'circuit_open_elsewhere',
      ['A circuit_open'],
    ],
    [
      'to the preferred one, whatever is down behind it',
      { channels: [channel('A'), channel('B', { isOpenable: false })] },
      'A',
      'preferred',
      [],
    ],
    [
      'past one that failed this order',
      { failedBefore: new Set(['A']) },
      'B',
      'failed_elsewhere_before',
      ['A failed_before'],
    ],
    [
      'nowhere while every circuit is open',
      { channels: [channel('A', { isOpenable: false })] },
      null,
      '',
      [],
    ],
    [
      'to one that failed this order where no other is',
      { channels: [channel('A')], failedBefore: new Set(['A']) },
      'A',
      'only',
      [],
    ],
    [
      'past a channel that the routes lead to and that lacks the method',
      { routes: [to('A'), to('B')], channels: [channel('A', { methods: ['wallet'] }), channel('B')] },
      'B',
      'only',
      ['A not_offered'],
    ],
    [
      'to a merchant’s own account by its type',
      { routes: [to('A')], channels: [channel('A-mer_1'), channel('B')] },
      'A-mer_1',
      'only',
      ['B no_route'],
    ],
    [
      'to an account by its ID',
      { routes: [to('A-mer_1'), to('B')], channels: [channel('A-mer_1'), channel('B')] },
      'A-mer_1',
      'preferred',
      [],
    ],
  ])('%s', (_case, given, channelId, reason, passedOver) => {
    const found = asked(given);
    expect(found?.channelId ?? null).toBe(channelId);
    if (found === null) return;
    expect(found.reason).toBe(reason);
    expect(found.passedOver.map((over) => `${over.channelId} ${over.reason}`)).toEqual(passedOver);
  });

  test('continues with the next channel after one that did not open it', () => {
    const failed = [{ channelId: 'A', reason: 'refused' }] as const;
    expect(asked({}, failed)).toEqual({ channelId: 'B', reason: 'failover', passedOver: failed });
    expect(asked({}, [...failed, { channelId: 'B', reason: 'unavailable' }])).toBeNull();
  });

  test('is not served if no route leads anywhere', () => {
    expect(
      choices({ routes: [to('A', { methods: ['wallet'] })] }).map(({ methodCode }) => methodCode),
    ).toEqual(['wallet']);
    expect(choices({ routes: [to('Z')] })).toEqual([]);
  });

  test('keeps only a few of the channels passed over', () => {
    const channels = Array.from({ length: 30 }, (_, at) => channel(`C${at}`));
    expect(asked({ channels, routes: [to('C29')] })?.passedOver).toHaveLength(MAX_PASSED_OVER);
  });
});

describe('the methods', () => {
  const channels = [
    channel('A', { methods: ['wallet', 'card'] }),
    channel('B', { methods: ['bank', 'card'] }),
  ];
  test.each([
    ['stand as the channels offer them', [], ['wallet', 'card', 'bank']],
    ['stand as the merchant wants them, others behind', ['bank', 'card'], ['bank', 'card', 'wallet']],
    [
      'are those that there are, whatever the merchant named',
      ['cowry', 'bank', 'bank'],
      ['bank', 'wallet', 'card'],
    ],
  ])('%s', (_case, methodOrder, codes) => {
    expect(choices({ channels, methodOrder }).map(({ methodCode }) => methodCode)).toEqual(codes);
  });
});

describe('whatever channels, routes and health there are', () => {
  const ids = ['A', 'B', 'A-mer_1', 'C'];
  const arbitraryChannels = fc.uniqueArray(
    fc.record({
      channelId: fc.constantFrom(...ids),
      methods: fc.uniqueArray(fc.constantFrom('card', 'wallet', 'bank')),
      isOpenable: fc.boolean(),
    }),
    { selector: ({ channelId }) => channelId },
  );
  const arbitraryRoute: fc.Arbitrary<Route> = fc
    .record({
      channel: fc.constantFrom(...ids, 'Z'),
      methods: fc.option(fc.uniqueArray(fc.constantFrom('card', 'wallet', 'bank'), { minLength: 1 })),
      currencies: fc.option(fc.uniqueArray(fc.constantFrom('USD', 'EUR', 'KWD'), { minLength: 1 })),
      bounds: fc.option(fc.tuple(fc.nat(300), fc.nat(300))),
    })
    .map(({ bounds, ...route }) => ({
      ...route,
      minAmount: route.currencies && bounds ? `${Math.min(...bounds)}.5` : null,
      maxAmount: route.currencies && bounds ? `${Math.max(...bounds)}.50` : null,
    }));
  const world = fc.record({
    channels: arbitraryChannels.map((all) => all.map(({ channelId, ...rest }) => channel(channelId, rest))),
    routes: fc.array(arbitraryRoute, { maxLength: 5 }),
    amount: fc.record({
      amountMinor: fc.integer({ min: 1, max: 40_000 }),
      currency: fc.constantFrom('USD', 'EUR', 'KWD', 'GBP'),
    }),
    methodOrder: fc.array(fc.constantFrom('card', 'wallet', 'bank', 'cowry')),
    failedBefore: fc.array(fc.constantFrom(...ids)).map((failed) => new Set(failed)),
  });

  test('each candidate offers the method and has a route, in the order of the first route to it', () => {
    fc.assert(
      fc.property(world, (given) => {
        expect(refuseRoutes(given.routes, null).filter(({ path }) => !path.endsWith('max_amount'))).toEqual(
          [],
        );
        const found = chooseChannels(given);
        expect(new Set(found.map(({ methodCode }) => methodCode)).size).toBe(found.length);
        for (const { methodCode, candidates, notRouted } of found) {
          const all = [...candidates, ...notRouted].map(({ channelId }) => channelId);
          expect(all.toSorted()).toEqual(given.channels.map(({ channelId }) => channelId).toSorted());
          const ranks = candidates.map(({ channelId, isOpenable }) => {
            const offering = given.channels.find((one) => one.channelId === channelId);
            expect(offering?.methods).toContain(methodCode);
            expect(isOpenable).toBe(offering?.isOpenable);
            if (offering === undefined || given.routes.length === 0) return 0;
            return given.routes.findIndex(
              (route) => judgeRoute(route, offering, methodCode, given.amount) === 'serves',
            );
          });
          expect(ranks).not.toContain(-1);
          expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  test('each available candidate is asked once, and those that failed before come last', () => {
    fc.assert(
      fc.property(world, (given) => {
        for (const found of chooseChannels(given)) {
          const failed: FailedCandidate[] = [];
          const order: boolean[] = [];
          for (let next = nextCandidate(found, failed); next; next = nextCandidate(found, failed)) {
            expect(next.isOpenable).toBe(true);
            const { reason, passedOver } = routeTo(next.channelId, found, failed);
            expect(passedOver.map(({ channelId }) => channelId)).not.toContain(next.channelId);
            expect(passedOver.length).toBeLessThanOrEqual(MAX_PASSED_OVER);
            expect(reason === 'failover').toBe(failed.length > 0);
            order.push(next.hasFailedBefore);
            failed.push({ channelId: next.channelId, reason: 'unavailable' });
          }
          expect(failed).toHaveLength(found.candidates.filter(({ isOpenable }) => isOpenable).length);
          expect(order).toEqual(order.toSorted((a, b) => Number(a) - Number(b)));
        }
      }),
    );
  });
});

describe('routes that are refused', () => {
  test.each<[string, Route, string[]]>([
    ['an amount without its currency', to('A', { minAmount: '1.00' }), ['routes[0].min_amount']],
    ['a currency that nobody charges', to('A', { currencies: ['USD', 'XAU'] }), ['routes[0].currencies[1]']],
    ['cents of a yen', to('A', { currencies: ['USD', 'JPY'], maxAmount: '1.50' }), ['routes[0].max_amount']],
    [
      'an invalid range',
      to('A', { currencies: ['USD'], minAmount: '2', maxAmount: '1.99' }),
      ['routes[0].max_amount'],
    ],
    ['an account of another merchant', to('A-mer_2'), ['routes[0].channel']],
  ])('%s', (_case, route, paths) => {
    expect(refuseRoutes([route], 'mer_1').map(({ path }) => path)).toEqual(paths);
  });

  test('do not include a merchant’s own account, a type, a yen without decimals or a bound of zero', () => {
    const routes = [
      to('A-mer_1'),
      to('B'),
      to('B', { currencies: ['JPY'], minAmount: '0', maxAmount: '500' }),
    ];
    expect(refuseRoutes(routes, 'mer_1')).toEqual([]);
    // The deployment's routes may name every merchant's account.
    expect(refuseRoutes([to('A-mer_2')], null)).toEqual([]);
  });

  test('include a method that the channel’s type never serves, even at a merchant’s own account', () => {
    const servedBy = (channelType: string) => (channelType === 'A' ? ['card'] : []);
    const routes = ['A', 'A-mer_1', 'B'].map((name) => to(name, { methods: ['card', 'wallet'] }));
    expect(methodsNotServed(routes, servedBy).map(({ path }) => path)).toEqual([
      'routes[0].methods[1]',
      'routes[1].methods[1]',
    ]);
  });
});
