import { describe, expect, test } from 'vitest';
import type { NewPayment } from '../../src/application/payments/create-payment.ts';
import { cards } from '../in-memory/fake-channel.ts';
import { newPayment, outcomeOf } from '../in-memory/requests.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

const billingAddress = { line1: 'Weg 1', city: 'Köln', postalCode: '50667', country: 'DE' };
const known: Partial<NewPayment> = {
  customerName: 'Ann Ek',
  customerEmail: 'ann@example.org',
  customerPhone: '+4915112345678',
  billingAddress,
  locale: 'de-DE',
};

async function created(given: Partial<NewPayment>) {
  const gateway = new TestGateway();
  const order = await gateway.created(await gateway.merchant(), given);
  return { gateway, order, channel: gateway.surroundings.channel };
}

describe('what the merchant says about the consumer', () => {
  const customer = {
    name: 'Ann Ek',
    email: 'ann@example.org',
    phone: '+4915112345678',
    billingAddress,
  };

  test('reaches the channel that opens the payment and takes its submission', async () => {
    const { gateway, order, channel } = await created(known);
    await gateway.initialise.execute(order, 'card');
    expect(channel.lastOpening).toMatchObject({ customer, locale: 'de-DE' });
    await gateway.submit.execute(await gateway.order(order.orderId), cards.succeeds);
    expect(channel.lastSubmission).toMatchObject({ customer });
  });

  test('is absent if the merchant says nothing', async () => {
    const { gateway, order, channel } = await created({});
    await gateway.initialise.execute(order, 'card');
    expect(channel.lastOpening).not.toHaveProperty('customer');
  });

  test('decides whether a method that needs it is offered', async () => {
    const { gateway, order, channel } = await created(known);
    channel.walletNeeds = ['name', 'email', 'billingAddress'];
    const offered = async (of = order) => {
      const methods = await gateway.listMethods.execute(of);
      return methods.map(({ code }) => code);
    };
    expect(await offered()).toEqual(['card', 'sandbox_wallet']);
    expect(await offered({ ...order, customerName: '' })).toEqual(['card']);
    const { customerEmail: _email, ...withoutEmail } = order;
    expect(await offered(withoutEmail)).toEqual(['card']);
    const { billingAddress: _address, ...withoutAddress } = order;
    expect(await offered(withoutAddress)).toEqual(['card']);
    expect(outcomeOf(await gateway.initialise.execute(withoutEmail, 'sandbox_wallet'))).toBe(
      'PAYMENT_METHOD_UNAVAILABLE',
    );
  });

  test('is required for an order that may be paid only by a method that needs it', async () => {
    const gateway = new TestGateway();
    gateway.surroundings.channel.walletNeeds = ['email'];
    const merchant = await gateway.merchant();
    const only = newPayment({ paymentMethods: ['sandbox_wallet'] });
    expect(await gateway.create.execute(merchant, only)).toMatchObject({
      kind: 'refused',
      fields: [{ path: 'payment_methods' }],
    });
    const answer = await gateway.create.execute(merchant, { ...only, customerEmail: 'ann@example.org' });
    expect(outcomeOf(answer)).toBe('created');
  });
});
