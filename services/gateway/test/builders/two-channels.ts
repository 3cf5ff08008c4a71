import type { Merchant } from '../../src/domain/merchant/merchant.ts';
import type { Route } from '../../src/domain/routing/route.ts';
import { FakeChannel } from '../in-memory/fake-channel.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

/** Leads every payment to the channel `Other`. */
export const toOther: Route = {
  channel: 'Other',
  methods: null,
  currencies: null,
  minAmount: null,
  maxAmount: null,
};

/** Creates two channels, the first of which is preferred, and an order that either can take. */
export async function twoChannels(merchant: Partial<Merchant> = {}) {
  const other = new FakeChannel({ channelId: 'Other' });
  const surroundings = newSurroundings({ otherChannels: [other] });
  const gateway = new TestGateway(surroundings);
  const order = await gateway.created(await gateway.merchant(merchant));
  const attempts = async () => (await gateway.order(order.orderId)).attempts;
  return {
    gateway,
    another: () => new TestGateway(surroundings),
    order,
    other,
    first: surroundings.channel,
    ...surroundings,
    current: () => gateway.order(order.orderId),
    attempts,
    whereabouts: async () => (await attempts()).map(({ channelId, state }) => `${channelId} ${state}`),
    init: async (by = gateway) => by.initialise.execute(await gateway.order(order.orderId), 'card'),
  };
}
