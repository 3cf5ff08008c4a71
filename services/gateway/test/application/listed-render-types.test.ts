import { describe, expect, test } from 'vitest';
import type { Environment } from '../../src/domain/environment.ts';
import { FakeChannel } from '../in-memory/fake-channel.ts';
import { newSurroundings } from '../in-memory/surroundings.ts';
import { TestGateway } from '../in-memory/test-gateway.ts';

const toOther = { channel: 'Other', methods: null, currencies: null, minAmount: null, maxAmount: null };

async function world(environment: Environment = 'sandbox', mayTakeCardNumbers = false) {
  const other = new FakeChannel({ channelId: 'Other' });
  const surroundings = newSurroundings({ otherChannels: [other] });
  const gateway = new TestGateway(surroundings, { environment });
  const { orderId } = await gateway.created(await gateway.merchant({ mayTakeCardNumbers }));
  return {
    gateway,
    other,
    channel: surroundings.channel,
    merchants: surroundings.merchants,
    current: () => gateway.order(orderId),
    init: async (code: string) => gateway.initialise.execute(await gateway.order(orderId), code),
    renderTypes: async () => {
      const methods = await gateway.listMethods.execute(await gateway.order(orderId));
      return methods.map(({ code, renderType }) => [code, renderType]);
    },
  };
}

describe('the list of payment methods', () => {
  test.each([
    ['production', false, undefined],
    ['production', true, 'OWN_FORM'],
    ['sandbox', false, 'OWN_FORM'],
  ] as const)(
    'in %s, card numbers permitted: %s, says for a card: %s',
    async (environment, permitted, says) => {
      const { renderTypes } = await world(environment, permitted);
      expect(await renderTypes()).toEqual([
        ['card', says],
        ['sandbox_wallet', undefined],
      ]);
    },
  );

  test('says how a payment that is already open is shown, because the consumer continues that payment', async () => {
    const { renderTypes, init } = await world();
    await init('sandbox_wallet');
    expect(await renderTypes()).toEqual([
      ['card', 'OWN_FORM'],
      ['sandbox_wallet', 'REDIRECT'],
    ]);
  });

  test('once the order takes no further attempt, the list of payment methods offers neither a form nor a wallet (fault 63)', async () => {
    const express = {
      ...{ channelType: 'Sandbox', publicKey: 'pk_1', amount: 10_000, currency: 'USD', types: ['card'] },
      library: { url: 'https://processor.example/library.js', integrity: null },
    } as const;
    const { channel, other, gateway, init, current } = await world();
    other.methods = () => [];
    const card = { code: 'card', name: 'Card', iconFile: 'card.svg', cardBrands: [], express };
    channel.methods = () => [{ ...card, takesCardNumbers: true }];
    await init('card');
    const order = await current();
    const declines = Array.from({ length: 10 }, (_, index) => `ch_${index}`);
    const after = (state: 'OPEN' | 'FAILED') => ({
      ...order,
      attempts: order.attempts.map((attempt) => ({ ...attempt, state, declines })),
    });
    expect(await gateway.listMethods.execute(after('OPEN'))).toMatchObject([
      { renderType: 'OWN_FORM', express },
    ]);
    const [listed] = await gateway.listMethods.execute(after('FAILED'));
    expect(listed).toMatchObject({ code: 'card' });
    expect(listed).not.toHaveProperty('renderType');
    expect(listed).not.toHaveProperty('express');
  });

  test('speaks of the open payment even if new payments go to a channel that shows the method otherwise', async () => {
    const { renderTypes, init, gateway, current, merchants, other } = await world();
    other.methods = () => [{ code: 'card', name: 'Card', iconFile: 'card.svg', cardBrands: [] }];
    await init('card');
    const { merchantId } = await current();
    const merchant = await merchants.find(merchantId);
    if (merchant === undefined) throw new Error('the merchant is gone');
    await merchants.save({ ...merchant, routes: [toOther], revision: merchant.revision + 1 });
    expect(await renderTypes()).toEqual([['card', 'OWN_FORM']]);
    const anew = await gateway.created(await gateway.merchant({ routes: [toOther] }));
    expect(await gateway.listMethods.execute(anew)).toEqual([
      expect.not.objectContaining({ renderType: 'OWN_FORM' }),
    ]);
  });
});
