import { type CashierLanguage, languages } from '../test/fixtures/cashier-language.ts';
import type { Device, Frames } from './engine.ts';
import { waitUntil } from './wait-until.ts';

export type CardMethod = 'card' | 'card_element' | 'card_component';

export const cards = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  asksForThreeDSecure: '4000000000003220',
  /** Of Visa and Cartes Bancaires. */
  ofTwoNetworks: '4000002500001001',
} as const;

/** Where the bank's page is shown over the cashier or the processor's form. */
const challengeFrame = 'iframe[name="kassa-challenge"], dialog iframe, [role=dialog] iframe';

/** A consumer at the hosted cashier, in the window or in a frame of a shop's page. */
export class Consumer {
  readonly device: Device;
  /** The frames around the cashier. */
  readonly frames: Frames;
  readonly language: CashierLanguage;

  constructor(device: Device, frames: Frames = [], language: CashierLanguage = languages.english) {
    this.device = device;
    this.frames = frames;
    this.language = language;
  }

  /** Chooses a method, and waits until its form can be filled in. */
  async choose(code: string): Promise<void> {
    await this.device.click({ css: `label:has(> input[value="${code}"])` }, this.frames);
    await this.device.see({ css: `input[value="${code}"]:checked` }, this.frames);
    await this.device.see({ css: 'button[aria-disabled="false"]' }, this.frames);
  }

  async enterCard(method: CardMethod, number: string): Promise<void> {
    const form = this.#cardForm(method);
    await this.device.type({ css: 'input[autocomplete="cc-number"]' }, number, form);
    await this.device.type({ css: 'input[autocomplete="cc-exp"]' }, '1234', form);
    await this.device.type({ css: 'input[autocomplete="cc-csc"]' }, '123', form);
  }

  pay(): Promise<void> {
    return this.device.click({ button: textBefore(this.language.messages.pay) }, this.frames);
  }

  continueToMethod(): Promise<void> {
    return this.device.click({ button: textBefore(this.language.messages.continueWith) }, this.frames);
  }

  /**
   * Continues the payment that is in progress. The button names the method if the page still knows it, for example after Back
   * in a browser that kept the whole page.
   */
  async continuePayment(): Promise<void> {
    const { continueThere, continueWith } = this.language.messages;
    const names = [continueThere, textBefore(continueWith)];
    const button = await waitUntil(`a button “${names.join('” or “')}”`, async () => {
      for (const name of names) if (await this.device.sees({ button: name }, this.frames)) return name;
      return undefined;
    });
    await this.device.click({ button }, this.frames);
  }

  async payByCard(method: CardMethod, number: string): Promise<void> {
    await this.choose(method);
    await this.enterCard(method, number);
    await this.pay();
  }

  async answerThreeDSecure(decision: 'approve' | 'fail'): Promise<void> {
    await this.device.click({ css: `button[value="${decision}"]` }, [...this.frames, challengeFrame]);
  }

  /** Goes to the page of the wallet or the bank, which fills the window. */
  async goTo(code: string): Promise<void> {
    await this.choose(code);
    await this.continueToMethod();
    await this.isAt(/\/(pay|voucher)\//);
  }

  /** Answers on the page of the wallet or the bank. */
  async answerThere(decision: 'pay' | 'refuse'): Promise<void> {
    await this.isAt(/\/pay\//);
    await this.device.click({ css: `button[value="${decision}"]` });
  }

  async isAt(address: RegExp): Promise<void> {
    await waitUntil(`the address ${address}`, async () => address.test(await this.device.address()));
  }

  paid(): Promise<void> {
    return this.device.see({ heading: this.language.messages.paidTitle }, this.frames);
  }

  /**
   * Returns the same consumer for the time after the cashier has left its frame and fills the window, for example after a
   * wallet's page.
   */
  inTheWindow(): Consumer {
    return new Consumer(this.device, [], this.language);
  }

  async seesText(text: string): Promise<void> {
    await this.device.see({ text }, this.frames);
  }

  #cardForm(method: CardMethod): Frames {
    return method === 'card' ? this.frames : [...this.frames, '.kassa-payment iframe, form iframe'];
  }
}

/** The beginning of a message, up to its first parameter. The rest of the message differs with each order. */
function textBefore(message: (about: string) => string): string {
  return message('#').split('#')[0] ?? '';
}
