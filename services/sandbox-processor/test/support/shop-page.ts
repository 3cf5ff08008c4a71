import type { FrameLocator, Locator, Page } from 'playwright-core';
import { validCard } from './processor-client.ts';
import type { TestBench } from './test-bench.ts';

interface TypedCard {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}

const typedCard: TypedCard = { number: validCard.number, expiry: '1290', cvc: validCard.cvc };

/** A payer at the shop's page, who opens one of the two forms, types and presses buttons. */
export class ShopPage {
  readonly page: Page;
  readonly #bench: TestBench;
  readonly #url: string;

  constructor(page: Page, bench: TestBench, url: string) {
    this.page = page;
    this.#bench = bench;
    this.#url = url;
  }

  /** Opens the form of a new payment. Returns `ready`, or what the library reported instead. */
  async open(
    client: 'element' | 'component',
    settings: Readonly<Record<string, unknown>> = {},
  ): Promise<{ id: string; opened: string }> {
    const { body } = await this.#bench.client.create({ client });
    await this.page.goto(this.#url);
    const options = {
      library: body.library,
      publicKey: body.public_key,
      clientSecret: body.client_secret,
      session: body.session,
      locale: 'en',
      ...settings,
    };
    const open = client === 'element' ? 'openElement' : 'openComponent';
    const opened = await this.run<string>(`shop.${open}(${JSON.stringify(options)})`);
    return { id: body.id, opened };
  }

  /** Shows the wallet's button, without a payment. Returns the wallets that the library reports. */
  async openExpress(locale = 'en'): Promise<string[]> {
    const { body } = await this.#bench.client.call('GET', '/v1/library');
    await this.page.goto(this.#url);
    const order = { locale, amount: 4250, currency: 'eur' };
    const options = { library: body.library, publicKey: body.public_key, ...order };
    return this.run<string[]>(`shop.openExpress(${JSON.stringify(options)})`);
  }

  run<Result>(script: string): Promise<Result> {
    return this.page.evaluate<Result>(script);
  }

  get frame(): FrameLocator {
    return this.page.frameLocator('#form iframe');
  }

  field(name: keyof TypedCard): Locator {
    return this.frame.locator(`#${name}`);
  }

  async type(card: Partial<TypedCard> = {}): Promise<void> {
    const { number, expiry, cvc } = { ...typedCard, ...card };
    await this.field('number').fill(number);
    await this.field('expiry').fill(expiry);
    await this.field('cvc').fill(cvc);
  }

  /**
   * Types a card, and waits until the component knows it. The frame shows a digit before the component around it learns of the
   * digit.
   */
  async typeIntoComponent(card: Partial<TypedCard> = {}): Promise<void> {
    await this.type(card);
    // Pass a function, because the page's content security policy forbids evaluating a text repeatedly.
    await this.page.waitForFunction(() => Reflect.get(globalThis, 'shop').component.isValid);
  }

  /** Presses the shop's button. Returns the result that the library reports. */
  confirm<Result>(): Promise<Result> {
    return this.run<Result>('shop.confirm()');
  }

  async submitComponent(): Promise<string> {
    await this.run('shop.component.submit()');
    return this.heard('ended');
  }

  /** Waits until the library has reported something with the given beginning `count` times, and returns the last report. */
  heard(beginning: string, count = 1): Promise<string> {
    return this.run<string>(`shop.whenHeard('${beginning}', ${count})`);
  }

  get challenge(): FrameLocator {
    return this.page.frameLocator('dialog iframe');
  }

  press(button: string): Promise<void> {
    return this.challenge.getByRole('button', { name: button }).click();
  }
}
