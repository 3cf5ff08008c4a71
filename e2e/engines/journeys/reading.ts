import axe, { type AxeResults } from 'axe-core';
import { languages } from '../../test/fixtures/cashier-language.ts';
import { Consumer, cards } from '../consumer.ts';
import type { Device } from '../engine.ts';
import type { Journey } from '../journey.ts';

/** Journeys of consumers who choose a language, or who use assistive technology. */

const languageList = 'header select';

/**
 * The maximum width of the language list if the language's name is short. On a phone, the merchant's name must still fit beside
 * it.
 */
const WIDEST_LIST_PX = 160;

const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function hasNoBarriers(device: Device, where: string): Promise<void> {
  // Wait for animations to end, because a colour that is still changing can have too little contrast for a short time.
  await device.run(`const finite = document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(finite.map(({ finished }) => finished)).then(() => null)`);
  await device.run(axe.source);
  const { violations } = await device.run<AxeResults>(
    `return axe.run({ runOnly: ${JSON.stringify(wcag)}, resultTypes: ['violations'], iframes: false })`,
  );
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  if (found.length > 0) throw new Error(`${where}: ${found.join('; ')}`);
}

export const readingJourneys: readonly Journey[] = [
  {
    name: 'the language list is as wide as its language',
    run: async (visit) => {
      const { payUrl } = await visit.system.createOrder();
      const { device } = await visit.consumerAt(payUrl);
      await device.see({ css: languageList });
      const { width, right, space } = await device.run<{ width: number; right: number; space: number }>(
        `const { width, right } = document.querySelector('${languageList}').getBoundingClientRect();
         return { width, right, space: document.documentElement.clientWidth }`,
      );
      if (width > WIDEST_LIST_PX) throw new Error(`the list is ${width} px wide`);
      if (right > space) throw new Error(`the list ends at ${right} px of ${space} px`);
    },
  },
  {
    name: 'another language is chosen, keeps what was typed, is remembered, and pays',
    run: async (visit) => {
      const { number, payUrl } = await visit.system.createOrder();
      const { device } = await visit.consumerAt(payUrl);
      const consumer = new Consumer(device, [], languages.arabic);
      await consumer.choose('card');
      await consumer.enterCard('card', cards.succeeds);
      await device.select({ css: languageList }, 'ar');
      await device.see({ text: languages.arabic.messages.paymentMethod });
      await device.see({ css: 'html[dir="rtl"]' });
      await device.see({ css: 'button[aria-disabled="false"]' });
      await consumer.pay();
      await consumer.paid();
      await visit.untilState(number, 'PAY_SUCCESS');
      // The page returns to the shop by itself. A reload at that moment would be aborted.
      await consumer.isAt(/\/thanks/);
      await device.open(payUrl);
      await device.see({ css: 'html[dir="rtl"]' });
    },
  },
  {
    name: 'axe finds no barrier in the form, after a decline, in 3-D Secure and at the end',
    run: async (visit) => {
      const { payUrl } = await visit.system.createOrder();
      const consumer = await visit.consumerAt(payUrl);
      const { device, language } = consumer;
      await consumer.choose('card');
      await hasNoBarriers(device, 'form');
      await consumer.enterCard('card', cards.declined);
      await consumer.pay();
      await consumer.seesText(language.messages.declined.declined);
      await hasNoBarriers(device, 'decline');
      await consumer.enterCard('card', cards.asksForThreeDSecure);
      await consumer.pay();
      await device.see({ css: 'dialog iframe' });
      await hasNoBarriers(device, '3-D Secure');
      await consumer.answerThreeDSecure('approve');
      await consumer.paid();
      await hasNoBarriers(device, 'end');
    },
  },
];
