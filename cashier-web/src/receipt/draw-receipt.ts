import { receiptTexts } from 'virtual:receipt-texts';
import type { CheckoutOrder, CheckoutReceipt } from '@kassa/sdk-browser';
import type { UsedCard } from '../cashier/method-form.svelte.ts';
import type { Language } from '../i18n/language.svelte.ts';
import css from './receipt.css?inline';

const style = new CSSStyleSheet();
style.replaceSync(css);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];

/** The payment that a receipt is about. */
export interface PaidOrder {
  readonly order: CheckoutOrder | null;
  readonly receipt: CheckoutReceipt | null;
  /** The card that was entered in this page; null if it was entered elsewhere. */
  readonly usedCard: UsedCard | null;
  /** The automatic return to the shop. */
  readonly countdown: { readonly stop: () => void };
}

export type DrawReceipt = (element: Element, paid: PaidOrder, language: Language) => void;

/**
 * The names of card brands, by the browser SDK's codes. A brand is missing here if its name is its code with a capital letter.
 */
const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/**
 * Draws the receipt in an element. It creates the elements itself, because a component would add the framework's code to this
 * file, which is loaded only once a payment is under way.
 */
export const drawReceipt: DrawReceipt = (element, paid, language) => {
  const { order, receipt } = paid;
  if (!order || !receipt) return;
  const texts = receiptTexts[language.code];
  const money = (amount: number) => language.money(amount, order.currency_code);
  const facts: readonly (readonly [string, Node | string | null])[] = [
    [texts.merchant, isolated(order.merchant_name)],
    [texts.order, order.description && isolated(order.description)],
    [texts.date, language.moment(receipt.paid_at)],
    [texts.method, paidWith(paid, receipt, language)],
    [texts.email, receipt.email && isolated(receipt.email)],
    [texts.reference, make('code', order.order_id)],
  ];
  const rows = facts.flatMap(([name, value]) =>
    value ? [make('div', make('dt', name), make('dd', value))] : [],
  );
  const items = order.products.map(({ name, price, quantity }) =>
    make(
      'li',
      make('span', isolated(name), quantity > 1 ? ` × ${language.number(quantity)}` : ''),
      make('span', money(price * quantity)),
    ),
  );
  const total = make('p', make('span', language.messages.total), make('span', money(order.amount)));
  const print = make('button', texts.print);
  Object.assign(print, { type: 'button', className: 'text-button' });
  print.addEventListener('click', () => {
    // Whoever prints wants to stay.
    paid.countdown.stop();
    window.print();
  });
  element.replaceChildren(
    make('dl', ...rows),
    ...(items.length > 0 ? [make('ul', ...items)] : []),
    total,
    print,
  );
};

/** The wallet or the card with which the order was paid or, if neither is known, the payment method. */
function paidWith(paid: PaidOrder, receipt: CheckoutReceipt, language: Language): Node | string {
  // The names of wallets are brands, the same in every language.
  if (receipt.wallet) return leftToRight(receipt.wallet.split('_').map(capitalised).join(' '));
  if (paid.usedCard) return nameOf(paid.usedCard);
  const { payment_method: code, payment_method_name: name = '' } = receipt;
  return language.methodName({ code, name });
}

function nameOf({ brand, lastFour }: UsedCard): Node {
  return leftToRight(`${brandNames[brand] ?? capitalised(brand)} •••• ${lastFour}`.trim());
}

function leftToRight(text: string): Node {
  return Object.assign(make('span', text), { dir: 'ltr' });
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** A name in another writing direction must not change the order of the text beside it. */
const isolated = (name: string) => make('bdi', name);

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, ...children: (Node | string)[]) {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}
