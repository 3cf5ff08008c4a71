import { describe, expect, test } from 'vitest';
import { latest, money } from '../builders/orders.ts';
import { toOther, twoChannels } from '../builders/two-channels.ts';
import { cards, FakeChannel } from '../in-memory/fake-channel.ts';
import { outcomeOf } from '../in-memory/requests.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

describe('the methods of an order', () => {
  const codes = async ({ gateway, order }: Awaited<ReturnType<typeof twoChannels>>) =>
    (await gateway.listMethods.execute(order)).map(({ code }) => code);

  test('are those with which the order can be paid now, in the merchant’s order', async () => {
    const world = await twoChannels({ methodOrder: ['sandbox_wallet'] });
    expect(await codes(world)).toEqual(['sandbox_wallet', 'card']);
    world.other.methods = () => [{ code: 'card', name: 'Card', iconFile: 'card.svg', cardBrands: [] }];
    world.health.open.add('Sandbox');
    expect(await codes(world)).toEqual(['card']);
    world.health.open.add('Other');
    expect(await codes(world)).toEqual([]);
    expect(outcomeOf(await world.init())).toBe('PAYMENT_METHOD_UNAVAILABLE');
  });

  test('are filtered by the routes, by currency and amount', async () => {
    const dollarsToOther = { ...toOther, currencies: ['USD'], maxAmount: '50.00', methods: ['card'] };
    const world = await twoChannels({ routes: [dollarsToOther] });
    expect(await codes(world)).toEqual([]);
    const small = await twoChannels({ routes: [{ ...dollarsToOther, maxAmount: '100.00' }] });
    expect(await codes(small)).toEqual(['card']);
    expect(await small.init()).toMatchObject({ attempt: { channelId: 'Other', route: { reason: 'only' } } });
    expect(small.order.amount).toEqual(money(10_000));
  });

  test('follow the deployment’s routes if the merchant has none', async () => {
    const other = new FakeChannel({ channelId: 'Other' });
    const gateway = new TestGateway(newSurroundings({ otherChannels: [other] }), { routes: [toOther] });
    const order = await gateway.opened(await gateway.merchant());
    expect(latest(order).channelId).toBe('Other');
    const own = await gateway.opened(
      await gateway.merchant({ routes: [{ ...toOther, channel: 'Sandbox' }] }),
    );
    expect(latest(own).channelId).toBe('Sandbox');
  });

  const whatEnds = {
    'every circuit opened': ({ health }) => {
      health.open.add('Sandbox').add('Other');
    },
    'the channels no longer offer it': ({ first, other }) => {
      for (const channel of [first, other]) {
        channel.methods = (_amount, secondsLeft) => (secondsLeft < 1_700 ? [] : [card]);
      }
    },
    'the routes lead elsewhere': async ({ gateway, merchants, order }) => {
      const merchant = await merchants.find(order.merchantId);
      if (merchant === undefined) throw new Error('the merchant is gone');
      const routes = [{ ...toOther, currencies: ['EUR'] }];
      await gateway.surroundings.merchants.save({ ...merchant, routes, revision: merchant.revision + 1 });
    },
  } satisfies Record<string, (world: Awaited<ReturnType<typeof twoChannels>>) => void | Promise<void>>;
  const card = { code: 'card', name: 'Card', iconFile: 'card.svg', cardBrands: [] };

  test.each(Object.entries(whatEnds))(
    'keep the one of the payment already begun, and return its attempt again, when %s',
    async (_case, end) => {
      const world = await twoChannels();
      const { gateway, init, current, clock } = world;
      await init();
      const { attemptId } = latest(await current());
      clock.pass(200);
      await end(world);
      expect(await codes({ ...world, order: await current() })).toEqual(['card']);
      expect(await init()).toMatchObject({ kind: 'initialised', attempt: { attemptId, state: 'OPEN' } });
      expect(outcomeOf(await gateway.initialise.execute(await current(), 'sandbox_wallet'))).toBe(
        'PAYMENT_METHOD_UNAVAILABLE',
      );
      await gateway.submit.execute(await current(), cards.succeeds);
      expect(await init()).toMatchObject({ kind: 'initialised', attempt: { attemptId, state: 'SUBMITTED' } });
    },
  );

  test('are those of new payments while no payment was opened', async () => {
    const world = await twoChannels();
    const { first, other, health, init, current } = world;
    Object.assign(first, { isReachable: false });
    Object.assign(other, { isReachable: false });
    await init();
    health.open.add('Sandbox').add('Other');
    expect(latest(await current()).state).toBe('OPENING');
    expect(await codes({ ...world, order: await current() })).toEqual([]);
  });
});

describe('the page of an order', () => {
  test('may load from every channel that the payment could go to, down or not, and from those of its attempts', async () => {
    const { gateway, health, order, init } = await twoChannels();
    health.open.add('Sandbox').add('Other');
    const scripts = async () => (await gateway.describePage.execute(order.orderId)).loadsFrom.scripts;
    const both = ['https://js.processor.example', 'https://js.other.example'];
    expect(await scripts()).toEqual(both);
    health.open.clear();
    await init();
    // After a change of the routes, the page of a payment that was already started may still load the files of its channel.
    const rerouted = new TestGateway(gateway.surroundings, { routes: [toOther] });
    expect((await rerouted.describePage.execute(order.orderId)).loadsFrom.scripts.toSorted()).toEqual(
      both.toSorted(),
    );
  });
});
