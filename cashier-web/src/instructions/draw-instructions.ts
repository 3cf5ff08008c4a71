import { instructionTexts } from 'virtual:instruction-texts';
import type { CheckoutOrder, PaymentInstructions } from '@kassa/sdk-browser';
import type { Language } from '../i18n/language.svelte.ts';
import { drawQrCode } from './draw-qr-code.ts';
import css from './instructions.css?inline';

const style = new CSSStyleSheet();
style.replaceSync(css);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];

/** The payment that the consumer makes at a bank or a till. */
export interface InstructedPayment {
  readonly order: Pick<CheckoutOrder, 'amount' | 'currency_code'>;
  readonly instructions: PaymentInstructions;
}

/** A value that the consumer enters elsewhere. */
interface Value {
  readonly name: string;
  readonly shown: string;
  /** The value as forms of banks expect it. */
  readonly copied: string;
}

/** How long a button says that its value was copied. */
const copiedMs = 2_500;

/**
 * Draws the instructions in an element, each value with a button that copies it. Like the receipt, it creates the elements
 * itself, so that its file contains no code of the framework.
 */
export function drawInstructions(element: Element, payment: InstructedPayment, language: Language): void {
  const { instructions } = payment;
  const texts = instructionTexts[language.code];
  const announcement = make('p');
  announcement.className = 'visually-hidden';
  announcement.setAttribute('role', 'status');
  const rows = valuesOf(payment, language).map((value) => {
    const shown = make('bdi', value.shown);
    shown.dir = 'ltr';
    return make('div', make('dt', value.name), make('dd', shown, copyButton(value, texts, announcement)));
  });
  element.replaceChildren(
    ...(instructions.reference ? [make('p', texts.exactly)] : []),
    ...scannable(instructions.qr, texts),
    make('dl', ...rows),
    ...voucherLink(instructions.voucher_url, texts.voucher),
    announcement,
  );
}

function valuesOf({ order, instructions }: InstructedPayment, language: Language): readonly Value[] {
  const { account_holder: holder, iban, bic, reference, barcode, qr } = instructions;
  const texts = instructionTexts[language.code];
  const given: readonly (readonly [string, string | undefined, string | undefined])[] = [
    [texts.recipient, holder, holder],
    ['IBAN', iban && inGroups(iban), iban],
    ['BIC', bic, bic],
    [texts.reference, reference && asPrinted(reference), reference],
    [texts.code, barcode, barcode],
    [texts.code, qr, qr],
    [texts.amount, language.money(order.amount, order.currency_code), plainAmount(order, language.locale)],
  ];
  return given.flatMap(([name, shown, copied]) => (shown && copied ? [{ name, shown, copied }] : []));
}

function copyButton({ name, copied }: Value, texts: Texts, announcement: Element): HTMLElement {
  const button = make('button', texts.copy);
  Object.assign(button, { type: 'button', className: 'text-button' });
  button.setAttribute('aria-label', `${texts.copy}: ${name}`);
  let reset: ReturnType<typeof setTimeout> | undefined;
  button.addEventListener('click', async () => {
    if (!(await copy(copied, button.previousElementSibling))) return;
    button.textContent = texts.copied;
    announcement.textContent = `${texts.copied}: ${name}`;
    clearTimeout(reset);
    reset = setTimeout(() => {
      button.textContent = texts.copy;
      announcement.textContent = '';
    }, copiedMs);
  });
  return button;
}

/**
 * Copies a value. In a frame, the surrounding page may not allow this. In that case, the value is selected, so that the
 * consumer can copy it.
 */
async function copy(value: string, shown: Element | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    return true;
  } catch {
    if (shown) getSelection()?.selectAllChildren(shown);
    return false;
  }
}

/** A code to scan with another device. A consumer who pays on the device with this page copies the text instead. */
function scannable(text: string | undefined, texts: Texts): readonly Element[] {
  const picture = text && drawQrCode(text, texts.code);
  return picture ? [make('p', texts.scan), picture] : [];
}

function voucherLink(address: string | undefined, text: string): readonly Element[] {
  if (!address || !/^https?:/.test(address)) return [];
  const link = make('a', text);
  Object.assign(link, { href: address, target: '_blank', rel: 'noopener' });
  return [make('p', link)];
}

/** An amount as the consumer types it at a bank: in digits from 0 to 9, without a currency or thousands separators. */
function plainAmount(
  { amount, currency_code: currency }: InstructedPayment['order'],
  locale: string,
): string {
  const { maximumFractionDigits: digits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return new Intl.NumberFormat(locale, {
    numberingSystem: 'latn',
    useGrouping: false,
    minimumFractionDigits: digits,
  } as Intl.NumberFormatOptions).format(amount);
}

/**
 * A structured creditor reference (ISO 11649) is printed in groups, and banks ignore the spaces. Any other reference must not
 * get spaces that the consumer would enter at the bank.
 */
const asPrinted = (reference: string) =>
  /^RF\d\d[0-9A-Z]+$/.test(reference) ? inGroups(reference) : reference;

const inGroups = (text: string) => text.match(/.{1,4}/g)?.join(' ') ?? text;

type Texts = (typeof instructionTexts)['en'];

function make<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, ...children: (Node | string)[]) {
  const element = document.createElement(tag);
  element.append(...children);
  return element;
}
