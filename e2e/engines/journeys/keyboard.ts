import { cards } from '../consumer.ts';
import type { ArrowKey, Device, Frames } from '../engine.ts';
import type { Journey } from '../journey.ts';
import { waitUntil } from '../wait-until.ts';

/** Journeys of consumers who use the keyboard alone. */

const MOST_TABS = 40;

/** Presses Tab until an element has the focus, and checks that nothing covers the element. */
async function tabTo(device: Device, css: string, frames: Frames = []): Promise<void> {
  await device.see({ css }, frames);
  for (let count = 0; count < MOST_TABS; count += 1) {
    await device.press('Tab');
    if (await hasFocus(device, css, frames)) {
      await waitUntil(`${css} in the open`, () => device.run<boolean>(isInTheOpen, frames));
      return;
    }
  }
  throw new Error(`Tab never reached ${css}`);
}

/** Waits until the form can be filled in. */
async function untilFormIsThere(device: Device): Promise<void> {
  await device.see({ css: 'button[aria-disabled="false"]' });
}

/** Whether an element gets the keys that are pressed: it has the focus, and so has its frame in each page around it. */
async function hasFocus(device: Device, css: string, frames: Frames = []): Promise<boolean> {
  for (const [depth, wanted] of [...frames, css].entries()) {
    const has = await device.run<boolean>(
      `${focusedElement} return Boolean(focused?.matches(${JSON.stringify(wanted)}))`,
      frames.slice(0, depth),
    );
    if (!has) return false;
  }
  return true;
}

/** The element with the focus, even inside open shadow roots. */
const focusedElement = `
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;`;

/** Whether the middle of the element with the focus is visible: it is inside the window, and nothing covers it. */
const isInTheOpen = `
  ${focusedElement}
  const { left, top, width, height } = focused.getBoundingClientRect();
  const shown = focused.getRootNode().elementFromPoint(left + width / 2, top + height / 2);
  return shown !== null && (focused.contains(shown) || [...(focused.labels ?? [])].some((label) => label.contains(shown)))`;

/** Moves from the card method to the next method and back, with each pair of keys. */
async function followArrows(
  device: Device,
  pairs: readonly (readonly [onward: ArrowKey, back: ArrowKey])[],
): Promise<void> {
  for (const [onward, back] of pairs) {
    await arrowLeadsTo(device, onward, 1);
    await arrowLeadsTo(device, back, -1);
  }
}

/**
 * Presses an arrow key. Waits until the payment method that is `step` places after the present one is chosen and has the focus.
 */
async function arrowLeadsTo(device: Device, key: ArrowKey, step: number): Promise<void> {
  const place = 'return [...document.getElementsByName("method")].findIndex((method) => method.checked)';
  const before = await device.run<number>(place);
  await device.press(key);
  await waitUntil(`${key} from method ${before + 1} to method ${before + step + 1}`, () =>
    device.run<boolean>(
      `const wanted = document.getElementsByName('method')[${before + step}];
       return Boolean(wanted?.checked && wanted === document.activeElement)`,
    ),
  );
}

export const keyboardJourneys: readonly Journey[] = [
  {
    name: 'the keyboard alone pays by card, and approves 3-D Secure',
    run: async (visit) => {
      const { number, payUrl } = await visit.system.createOrder();
      const consumer = await visit.consumerAt(payUrl);
      const { device } = consumer;
      await untilFormIsThere(device);
      await tabTo(device, 'input[value="card"]');
      await tabTo(device, 'input[autocomplete="cc-number"]');
      await device.keys(cards.asksForThreeDSecure);
      await tabTo(device, 'input[autocomplete="cc-exp"]');
      await device.keys('1234');
      await tabTo(device, 'input[autocomplete="cc-csc"]');
      await device.keys('123');
      await device.press('Enter');
      await tabTo(device, 'button[value="approve"]', ['dialog iframe']);
      await device.press('Enter');
      await consumer.paid();
      await visit.untilState(number, 'PAY_SUCCESS');
    },
  },
  {
    name: 'the keyboard alone chooses the wallet with the arrows, and goes there',
    run: async (visit) => {
      const { payUrl } = await visit.system.createOrder();
      const consumer = await visit.consumerAt(payUrl);
      const { device } = consumer;
      await untilFormIsThere(device);
      await tabTo(device, 'input[value="card"]');
      await device.press('ArrowDown');
      await device.see({ css: 'input[value="sandbox_wallet"]:checked' });
      await device.see({ css: 'button[aria-disabled="false"]' });
      await tabTo(device, 'button[aria-disabled="false"]');
      await device.press('Space');
      await consumer.answerThere('pay');
      await consumer.paid();
    },
  },
  {
    name: 'the four arrow keys go from method to method, in both writing directions',
    run: async (visit) => {
      const { payUrl } = await visit.system.createOrder();
      const { device } = await visit.consumerAt(payUrl);
      await untilFormIsThere(device);
      await tabTo(device, 'input[value="card"]');
      await followArrows(device, [
        ['ArrowDown', 'ArrowUp'],
        ['ArrowRight', 'ArrowLeft'],
      ]);
      await device.select({ css: 'header select' }, 'ar');
      await device.see({ css: '[dir="rtl"]' });
      // Only in some browsers does Tab lead from the end of the page to its beginning.
      await device.reload();
      await untilFormIsThere(device);
      await tabTo(device, 'input[value="card"]');
      await followArrows(device, [
        ['ArrowDown', 'ArrowUp'],
        ['ArrowLeft', 'ArrowRight'],
      ]);
    },
  },
  {
    name: 'the keyboard alone chooses the network of a card that belongs to two, and pays',
    run: async (visit) => {
      const { number, payUrl } = await visit.system.createOrder();
      const consumer = await visit.consumerAt(payUrl);
      const { device } = consumer;
      await untilFormIsThere(device);
      await tabTo(device, 'input[autocomplete="cc-number"]');
      await device.keys(cards.ofTwoNetworks);
      // The focus has moved to the next field, because the number is complete.
      await waitUntil('the focus on the expiry date', () => hasFocus(device, 'input[autocomplete="cc-exp"]'));
      await device.press('ShiftTab');
      await waitUntil('the focus on the networks', () => hasFocus(device, '.kassa-number select'));
      await device.press('ArrowDown');
      await device.see({ css: '[data-network="cartes_bancaires"]' });
      await tabTo(device, 'input[autocomplete="cc-exp"]');
      await device.keys('1234');
      await tabTo(device, 'input[autocomplete="cc-csc"]');
      await device.keys('123');
      await device.press('Enter');
      await consumer.paid();
      await visit.untilState(number, 'PAY_SUCCESS');
      const { card } = await visit.system.kassa.payments.retrieve(number);
      if (card?.brand !== 'cartes_bancaires') throw new Error(`it was paid through ${card?.brand}`);
    },
  },
  {
    name: 'Escape closes 3-D Secure, which can be opened again',
    run: async (visit) => {
      const { payUrl } = await visit.system.createOrder();
      const consumer = await visit.consumerAt(payUrl);
      const { device } = consumer;
      await consumer.payByCard('card', cards.asksForThreeDSecure);
      // While the focus is in the bank's page, that page, not the cashier, gets the Escape key.
      await device.see({ css: 'button[value="approve"]' }, ['dialog iframe']);
      // In Safari, the Tab key skips links, so the button may be the first to get the focus.
      await tabTo(device, 'dialog a, dialog button');
      await device.press('Escape');
      await consumer.continuePayment();
      await device.click({ css: 'button[value="approve"]' });
      await consumer.paid();
    },
  },
];
