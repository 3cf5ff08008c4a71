import { type Static, Type } from 'typebox';
import { closed } from './field-schemas.ts';
import { PaymentRenderType } from './render-type.ts';

export const ChannelType = Type.String({
  pattern: '^[A-Z][A-Za-z0-9]{0,31}$',
  description: 'The kind of channel that takes the payment. A deployment may have kinds of its own.',
  examples: ['Sandbox', 'ProcessorA', 'ProcessorB'],
});
export type ChannelType = Static<typeof ChannelType>;

/**
 * What a sandbox's test card causes: for example, that the payment succeeds or is declined. The payment page shows it beside
 * each test card.
 */
export const testCardOutcomes = [
  'succeeds',
  'declined',
  'insufficient_funds',
  'three_d_secure',
  'late_success',
] as const;
export type TestCardOutcome = (typeof testCardOutcomes)[number];

export const TestCard = Type.Object(
  {
    number: Type.String({ pattern: '^[0-9]{12,19}$', description: 'Digits only.' }),
    outcome: Type.Enum(testCardOutcomes),
  },
  closed,
);
export type TestCard = Static<typeof TestCard>;

/**
 * A script or stylesheet of the processor that the page loads. It must come unchanged and directly from the processor's own
 * address.
 */
export const ChannelFile = Type.Object(
  {
    url: Type.String({ description: 'Address of the file.' }),
    integrity: Type.Optional(
      Type.String({
        pattern: '^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$',
        description: 'The file’s hash (W3C Subresource Integrity), if the vendor publishes immutable files.',
      }),
    ),
  },
  closed,
);
export type ChannelFile = Static<typeof ChannelFile>;

/**
 * What a page needs to show the processor's own buttons for wallets, such as Apple Pay, before the consumer has chosen a method.
 * No payment attempt is opened for them until the consumer has approved the payment in the wallet.
 */
export const ExpressPayment = Type.Object(
  {
    channelType: ChannelType,
    publicKey: Type.String({ description: 'The public key that initialises the channel’s library.' }),
    library: { ...ChannelFile, description: 'The script of the channel’s library.' },
    amount: Type.Integer({
      minimum: 1,
      description: 'The order’s amount in the units of the channel’s library, such as cents.',
    }),
    currency: Type.String({ description: 'The currency, written as the channel’s library expects it.' }),
    types: Type.Array(Type.String(), {
      description: 'The library’s names of the payment methods that the buttons may use.',
      examples: [['card', 'link']],
    }),
  },
  {
    ...closed,
    description:
      'Present if the consumer can pay with one tap, with the processor’s buttons for Apple Pay, Google Pay, Link or another wallet. Show the buttons above the form if the device has such a wallet. Call init only when the wallet reports that the consumer has approved, and confirm with the `clientSecret` of its answer.',
  },
);
export type ExpressPayment = Static<typeof ExpressPayment>;

export const PaymentMethod = Type.Object(
  {
    code: Type.String({ description: 'Passed to init as `paymentMethodCode`.', examples: ['card'] }),
    name: Type.String({ examples: ['Card'] }),
    icon: Type.String({ description: 'Address of the icon.' }),
    supported_card_brands: Type.Optional(Type.Array(Type.String(), { examples: [['visa', 'mastercard']] })),
    paymentRenderType: Type.Optional({
      ...PaymentRenderType,
      description:
        'How the page will have to render the method, if the gateway knows it before init. With `OWN_FORM`, a page can show its card form while init still runs. The answer of init decides: if it says something else, follow it.',
    }),
    test_cards: Type.Optional(
      Type.Array(TestCard, {
        description:
          'In a sandbox: test cards for the method, if its channel names any. Each works with any future date and any security code.',
      }),
    ),
    express: Type.Optional(ExpressPayment),
  },
  { ...closed, description: 'A payment method for the order.' },
);
export type PaymentMethod = Static<typeof PaymentMethod>;

export const PaymentMethodsResult = Type.Object({ payment_methods: Type.Array(PaymentMethod) }, closed);
export type PaymentMethodsResult = Static<typeof PaymentMethodsResult>;
