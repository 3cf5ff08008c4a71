import type { CardBrand } from '../card/card-brands.ts';
import type { CardField } from './card-field.ts';

const choiceStyle = `@layer kassa {
.kassa-number:has(select)::after { content: none }
.kassa-field:has(select) input { padding-right: 7.4em }
[dir=rtl] .kassa-field:has(select) input { padding: 0 14px 0 7.4em }
.kassa-number select { position: absolute; inset-block-start: 29px; inset-inline-end: 4px; height: 44px; padding-inline: 6px;
 font: inherit; font-size: .8125em; font-weight: 600; color: var(--kassa-text, #1a1f36); background: none; border: 0; border-radius: var(--kassa-radius, 8px) }
.kassa-number select:focus-visible { outline: 2px solid var(--kassa-accent, #1f5eff); outline-offset: -3px }
.kassa-number option { color: #1a1f36; background: #fff }
input:read-only ~ select { pointer-events: none }
}`;

/**
 * Card networks whose cards also belong to an international network. No complete list of such cards is public, and the
 * processors' own libraries contain none: they look up each number (Adyen Web by its `binLookup`; Stripe's Android library
 * lists only the test cards). If a card is missing here, the channel chooses the network. If a card is listed by mistake,
 * Stripe ignores the consumer's choice ("Co-badged cards": `invalid_preference`).
 *
 * The list contains the numbers that most French banks use at Visa and Mastercard, as far as these are publicly known, and the
 * numbers of Stripe's test cards.
 */
const secondNetworks = [
  { code: 'cartes_bancaires', name: 'CB', numbers: /^(497|513[0-6]|400000250|555555250)/ },
] as const;

/** The network that the consumer chose last in this page. It is kept while the page shows another method's form. */
let latest = '';

/**
 * Lets the consumer choose the network of a card that belongs to two (Regulation (EU) 2015/751, article 8(6)). The choice
 * appears in the field of the card number, in place of the brand's name, so that nothing moves.
 *
 * This file and the card form use the same code. The caller passes this code in, because the bundler would move it to a third
 * file if both files imported it.
 *
 * @returns the function that the card form calls after each change of the number
 */
export function offerNetworks(
  { input, root }: CardField,
  options: { readonly cardBrands: readonly string[] },
  brandOf: (number: string) => CardBrand | null,
  adoptStyle: (css: string) => void,
): () => void {
  adoptStyle(choiceStyle);
  const { dataset } = root;
  const list = document.createElement('select');
  list.onchange = () => {
    latest = list.value;
  };
  return () => {
    const digits = input.value.replaceAll(' ', '');
    const brand = brandOf(digits);
    const second = secondNetworks.find(
      ({ code, numbers }) => options.cardBrands.includes(code) && numbers.test(digits),
    );
    if (!brand || !second) {
      list.remove();
      delete dataset.network;
      return;
    }
    if (list.options[0]?.value !== brand.code || !list.isConnected) {
      const networks = [brand, second];
      list.replaceChildren(...networks.map(({ code, name }) => new Option(name, code)));
      // The names of the networks are the same in every language.
      list.setAttribute('aria-label', networks.map(({ name }) => name).join(' / '));
      list.value = latest === second.code ? second.code : brand.code;
      input.after(list);
    }
    dataset.network = list.value;
  };
}
