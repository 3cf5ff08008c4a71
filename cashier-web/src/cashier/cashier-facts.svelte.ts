import type { CheckoutOrder, CheckoutReceipt, PaymentInstructions, PaymentMethod } from '@kassa/sdk-browser';
import type { Surroundings } from '../frame/surroundings.ts';
import type { Language } from '../i18n/language.svelte.ts';
import type { DrawReceipt } from '../receipt/draw-receipt.ts';
import type { UsedCard } from './method-form.svelte.ts';
import type { Notice } from './notice.ts';
import {
  type Action,
  type Screen,
  type ScreenTexts,
  type ScreenTraits,
  type Shown,
  type Situation,
  screens,
  shownIn,
} from './screen-table.ts';
import { rememberedShop, type Shop } from './shop-memory.ts';
import { type Facts, type Stage, situationOf } from './situation.ts';

/** The parts of the page that the cashier's state uses. */
export interface CashierPage {
  readonly address: string;
  readonly replaceAddress: (address: string) => void;
  readonly surroundings: Surroundings;
}

/**
 * What the page knows about the payment order. From these facts, the state table (screen-table.ts) decides which screen to
 * show. The page's components read the facts and the screen here.
 */
export abstract class CashierFacts implements Facts {
  /** How far the page has come. */
  stage = $state.raw<Stage>('opening');
  /**
   * Whether the order was paid before this page was opened. The field needs no `$state`, because it is set before the page
   * leaves the stage `opening`.
   */
  paidBefore = false;
  /** Whether the payment has just succeeded in the form on this page. The form's button still shows the success. */
  confirmed = $state.raw(false);
  /** Whether the form on this page has sent the payment that is in progress. */
  sent = $state.raw(false);
  order = $state.raw<CheckoutOrder | null>(null);
  /** How the order was paid; null until it is. */
  receipt = $state.raw<CheckoutReceipt | null>(null);
  /** The card that was entered in this page for the payment; null if there is none. */
  usedCard: UsedCard | null = null;
  /** The function that draws the receipt; null if its code could not be loaded, undefined while it loads. */
  drawReceipt = $state.raw<DrawReceipt | null | undefined>();
  methods = $state.raw<readonly PaymentMethod[]>([]);
  selectedCode = $state.raw<string | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** The place at which the page shows a decline: at the field or the method concerned, or above all methods. */
  declineShownAt = $state.raw<'page' | 'method' | 'field'>('page');
  /** Whether the gateway can be reached. While the gateway cannot be reached, the SDK keeps trying. */
  connected = $state.raw(true);
  redirectUrl = $state.raw<string | null>(null);
  /**
   * The address of the processor's page where a consumer who has come back to the cashier can still finish the payment; null if
   * there is no such page.
   */
  pendingUrl = $state.raw<string | null>(null);
  /** Whether the consumer left the processor's page without finishing the payment, which can still be finished there. */
  leftEarly = $state.raw(false);
  /** Whether the attempt in progress is being cancelled. */
  givingUp = $state.raw(false);
  /** Whether the page was opened while a payment was pending that may take hours or days, such as a bank transfer. */
  slow = $state.raw(false);
  /** What the consumer needs in order to pay at a bank or a till; null if the payment is made otherwise. */
  instructions = $state.raw<PaymentInstructions | null>(null);
  /**
   * The time until which the gateway waits for the result of the payment in progress (RFC 3339); null if it does not wait for a
   * result.
   */
  awaitedUntil = $state.raw<string | null>(null);
  /** Whether the bank's dialog for 3-D Secure is open over this page. */
  atBank = $state.raw(false);
  /**
   * The processor's page that this frame is not allowed to open; null if there is none. The consumer can open it in a new
   * window.
   */
  blockedUrl = $state.raw<string | null>(null);
  /**
   * Whether the gateway has refused to open another attempt for this order. The consumer can then only continue an attempt that
   * is already open.
   */
  protected isLastMethod = false;
  protected readonly language: Language;
  protected readonly page: CashierPage;

  constructor(language: Language, page: CashierPage) {
    this.language = language;
    this.page = page;
  }

  /** Whether the payment takes longer than usual. */
  abstract get overdue(): boolean;
  abstract get online(): boolean;

  /** Whether the order has used up its attempts: the gateway opens no further attempt, with any payment method. */
  get usedUp(): boolean {
    return this.selectedCode === null && this.isLastMethod;
  }

  /** The row of the state table that applies to the page now. */
  protected get situation(): Situation {
    return situationOf(this);
  }

  /** The name of the state table's row that applies to the page now. Tests and support staff find the row by this name. */
  get row(): string {
    return Object.values(this.situation).join(' ');
  }

  get screen(): Screen {
    return shownIn(this.situation).screen;
  }

  /** The message about a lost connection that appears beside the screen's own text; null if there is none. */
  get bar(): Shown['bar'] {
    return shownIn(this.situation).bar;
  }

  get traits(): ScreenTraits {
    return screens[this.screen];
  }

  /** Whether the screen offers an action. */
  offers(action: Action): boolean {
    return this.traits.actions.includes(action);
  }

  /** The title and the text of the screen; empty until the order is known. */
  get texts(): ScreenTexts {
    const { messages } = this.language;
    const { order } = this;
    const amount = order ? this.language.money(order.amount, order.currency_code) : '';
    return this.traits.says(messages, order?.merchant_name ?? '', amount);
  }

  /**
   * Whether the form on this page is making the payment. If so, the form's button says this. A processor's form may then ask
   * the consumer for further details, so the form stays visible and everything else is disabled.
   */
  get confirming(): boolean {
    return this.traits.kind === 'form' && !this.offers('pay');
  }

  get selected(): PaymentMethod | null {
    return this.methods.find((method) => method.code === this.selectedCode) ?? null;
  }

  /**
   * The shop to which the consumer can go back. Usually the payment order names it. If the cashier could not open the order,
   * this is the shop that the browser remembers, or null if it remembers none.
   */
  get shop(): Shop | null {
    return this.order ?? rememberedShop(this.page.address);
  }

  get isFramed(): boolean {
    return this.page.surroundings.isFramed;
  }
}
