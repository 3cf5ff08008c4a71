import { cards } from '../consumer.ts';
import type { Device, Frames } from '../engine.ts';
import type { Journey, Visit } from '../journey.ts';
import { waitUntil } from '../wait-until.ts';

/** Journeys at the demo shop's own cashier, which shows the card fields in a frame of the gateway. */

const fields: Frames = ['#form iframe'];

async function payByCard(device: Device, code: string, card: string): Promise<void> {
  await device.click({ css: `input[value="${code}"]` });
  await device.see({ css: '#button:enabled' });
  await device.type({ css: 'input[autocomplete="cc-number"]' }, card, fields);
  await device.type({ css: 'input[autocomplete="cc-exp"]' }, '1234', fields);
  await device.type({ css: 'input[autocomplete="cc-csc"]' }, '123', fields);
  await device.click({ css: '#button' });
}

async function backInTheShop(visit: Visit, device: Device, number: string): Promise<void> {
  await waitUntil('the shop’s page', async () =>
    (await device.address()).includes(`/thank-you?order=${number}`),
  );
  await visit.untilState(number, 'PAY_SUCCESS');
}

const methods = ['card', 'card_element', 'card_component'];

export const selfBuiltJourneys: readonly Journey[] = [
  ...methods.map((code) => ({
    name: `at the shop’s own cashier, a declined card says so, and another one pays after 3-D Secure (${code})`,
    run: async (visit: Visit) => {
      const { number, address } = await visit.system.buy('own');
      const device = await visit.openDevice();
      await device.open(address);
      await payByCard(device, code, cards.declined);
      await device.see({ text: 'The payment did not go through. Try again.' });
      await payByCard(device, code, cards.asksForThreeDSecure);
      await device.click({ css: 'button[value="approve"]' }, [
        'iframe[name="kassa-challenge"], dialog iframe, [role=dialog] iframe',
      ]);
      await backInTheShop(visit, device, number);
    },
  })),
  {
    name: 'at the shop’s own cashier on a foreign site, the framed card fields pay',
    run: async (visit) => {
      const { number, address } = await visit.system.buy('own');
      // The same shop under another host name, so that the cashier's frame belongs to a third party.
      const foreign = new URL(address);
      foreign.hostname = 'localhost';
      await visit.system.allowOrigin(foreign.origin);
      const device = await visit.openDevice();
      await device.open(foreign.href);
      await payByCard(device, 'card', cards.succeeds);
      await backInTheShop(visit, device, number);
    },
  },
  {
    name: 'in the playground of the docs, card fields in frames of their own pay as one form',
    run: async (visit) => {
      const { number, payUrl } = await visit.system.createOrder();
      const device = await visit.openDevice();
      const docs = `${visit.system.demo.facts.merchant_base_url}/docs`;
      await device.open(`${docs}/playground#fields=separate&pay_url=${encodeURIComponent(payUrl)}`);
      const cell = (at: number): Frames => [`.cells > div:nth-child(${at}) iframe`];
      await device.type({ css: 'input[autocomplete="cc-number"]' }, cards.succeeds, cell(1));
      await device.type({ css: 'input[autocomplete="cc-exp"]' }, '1234', cell(2));
      await device.type({ css: 'input[autocomplete="cc-csc"]' }, '123', cell(3));
      await device.click({ css: '.pay:enabled' });
      await visit.untilState(number, 'PAY_SUCCESS');
    },
  },
  {
    name: 'at the shop’s own cashier, a wallet that refuses leads back, and a card pays',
    run: async (visit) => {
      const { number, address } = await visit.system.buy('own');
      const device = await visit.openDevice();
      await device.open(address);
      await device.click({ css: 'input[value="sandbox_wallet"]' });
      await device.see({ css: '#button:enabled' });
      await device.click({ css: '#button' });
      await device.click({ css: 'button[value="refuse"]' });
      await device.see({ css: '#methods input[value="card"]' });
      await payByCard(device, 'card', cards.succeeds);
      await backInTheShop(visit, device, number);
    },
  },
];
