import type { PaymentRenderType } from '@kassa/contracts';
import type { ChannelMethod } from '../../../../ports/payment-channel.ts';

export interface SandboxMethod extends ChannelMethod {
  readonly renderType: PaymentRenderType;
  /** The processor's name for the method. */
  readonly processorMethod: 'card' | 'wallet' | 'bank_transfer';
  /**
   * The kind of card form, from the processor's browser library, in which the consumer confirms the payment. Null if the method
   * does not use this library.
   */
  readonly client: 'element' | 'component' | null;
}

const card = {
  iconFile: 'card.svg',
  cardBrands: ['visa', 'mastercard', 'amex'],
  processorMethod: 'card',
  // The test cards that the cashier lists. These are the cards whose outcome is visible to a consumer. The processor's own page
  // lists all test cards.
  testCards: [
    { number: '4242424242424242', outcome: 'succeeds' },
    { number: '4000000000000002', outcome: 'declined' },
    { number: '4000000000009995', outcome: 'insufficient_funds' },
    { number: '4000000000003220', outcome: 'three_d_secure' },
    { number: '4000000000000119', outcome: 'late_success' },
  ],
} as const;

/**
 * The sandbox's payment methods, in the order in which the cashier offers them. Together they cover every render type, so that
 * testers can try each.
 */
export const sandboxMethods: readonly SandboxMethod[] = [
  {
    ...card,
    code: 'card',
    name: 'Card',
    // In the page's own form, the consumer can choose between the networks of a card.
    cardBrands: [...card.cardBrands, 'cartes_bancaires'],
    takesCardNumbers: true,
    renderType: 'OWN_FORM',
    client: null,
  },
  {
    code: 'sandbox_wallet',
    name: 'Sandbox Wallet',
    iconFile: 'wallet.svg',
    cardBrands: [],
    renderType: 'REDIRECT',
    processorMethod: 'wallet',
    client: null,
  },
  {
    code: 'bank_transfer',
    name: 'Bank transfer',
    iconFile: 'bank.svg',
    cardBrands: [],
    renderType: 'REDIRECT',
    processorMethod: 'bank_transfer',
    client: null,
  },
  {
    ...card,
    code: 'card_element',
    name: 'Card (element)',
    renderType: 'PROCESSOR_ELEMENT',
    client: 'element',
  },
  {
    ...card,
    code: 'card_component',
    name: 'Card (component)',
    renderType: 'COMPONENT_SDK',
    client: 'component',
  },
];

export function sandboxMethodOf(code: string): SandboxMethod {
  const method = sandboxMethods.find((candidate) => candidate.code === code);
  if (method === undefined) throw new Error(`the Sandbox channel has no method ${code}`);
  return method;
}
