import { type Static, Type } from 'typebox';
import { closed, OrderReference } from './field-schemas.ts';
import { ChannelFile, ChannelType } from './payment-methods.ts';
import { PaymentRenderType } from './render-type.ts';

/** The calls by which a payment page opens, submits and cancels an attempt to pay an order. */

export const InitCheckoutRequest = Type.Object(
  {
    orderId: OrderReference,
    paymentMethodCode: Type.String({ minLength: 1, maxLength: 64 }),
    returnUrl: Type.Optional(
      Type.String({
        maxLength: 2048,
        description:
          'Your own page to which a consumer returns from the processor’s page. It must be at one of the merchant’s allowed origins. Defaults to the hosted cashier.',
      }),
    ),
  },
  closed,
);
export type InitCheckoutRequest = Static<typeof InitCheckoutRequest>;

/** The result of `POST /api/web/checkout/init`. */
export const InitCheckoutResult = Type.Object(
  {
    channelType: ChannelType,
    transactionId: Type.String({ description: 'Identifier of the attempt.' }),
    paymentUrl: Type.String({
      description:
        'With REDIRECT: the page to which you send the consumer. Empty with the other render types. Also empty for a payment without a page; after the submit, `action` then has the instructions for the consumer.',
    }),
    extension: Type.Object(
      {
        paymentRenderType: PaymentRenderType,
        clientSecret: Type.Optional(Type.String({ description: 'With PROCESSOR_ELEMENT.' })),
        publicKey: Type.Optional(
          Type.String({
            description:
              'With PROCESSOR_ELEMENT and COMPONENT_SDK: the public key that initialises the channel’s library.',
          }),
        ),
        library: Type.Optional({
          ...ChannelFile,
          description: 'With PROCESSOR_ELEMENT and COMPONENT_SDK: the script of the channel’s library.',
        }),
        stylesheet: Type.Optional({
          ...ChannelFile,
          description: 'The stylesheet of the channel’s library, if it needs one.',
        }),
        component: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            description:
              'With COMPONENT_SDK: the component to mount (`type`) and the library’s configuration (`session`, `environment`), with the channel’s own names.',
          }),
        ),
      },
      closed,
    ),
    returnUrl: Type.String({
      description:
        'The return address to give to the channel’s library for the processor’s page. From there the consumer is sent to your `returnUrl` or to the hosted cashier.',
    }),
    cardBrands: Type.Array(Type.String()),
  },
  closed,
);
export type InitCheckoutResult = Static<typeof InitCheckoutResult>;

export const terminalTypes = ['PC', 'MOBILE', 'TABLET', 'APP'] as const;
export type TerminalType = (typeof terminalTypes)[number];

/**
 * Card data, which the page sends only with the render type OWN_FORM. The gateway holds it in memory for the call to the
 * channel, and never stores or logs it.
 */
export const CardInput = Type.Object(
  {
    number: Type.String({
      pattern: '^[0-9]{12,19}$',
      description: 'Digits only. A number with a wrong check digit is refused.',
    }),
    expMonth: Type.Integer({ minimum: 1, maximum: 12 }),
    expYear: Type.Integer({
      minimum: 2000,
      maximum: 2199,
      description: 'Four digits. A card that has expired is refused.',
    }),
    cvc: Type.String({ pattern: '^[0-9]{3,4}$' }),
    network: Type.Optional(
      Type.String({
        pattern: '^[a-z_]{1,32}$',
        description:
          'For a card that belongs to two networks, such as Cartes Bancaires and Visa: the network that the consumer chose, as in `cardBrands`. Without it, the channel chooses.',
        examples: ['cartes_bancaires'],
      }),
    ),
  },
  closed,
);
export type CardInput = Static<typeof CardInput>;

export const SubmitPaymentRequest = Type.Object(
  {
    orderId: OrderReference,
    transactionId: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'The attempt that the page shows, as init named it. If another page has started a newer one, the call is refused with ATTEMPT_SUPERSEDED. Without it, the latest attempt is submitted.',
      }),
    ),
    terminal: Type.Object(
      {
        type: Type.Enum(terminalTypes),
        userAgent: Type.String({ maxLength: 1024, format: 'no-card-number' }),
      },
      closed,
    ),
    card: Type.Optional(CardInput),
    sessionResult: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        format: 'no-card-number',
        description:
          'With COMPONENT_SDK, after the consumer has paid: what the channel’s library reported as `sessionResult`. Submit the attempt a second time with it. The gateway then asks the channel for the result, even if the channel’s report is late.',
      }),
    ),
    deviceId: Type.Optional(
      Type.String({
        maxLength: 128,
        format: 'no-card-number',
        description: 'Device fingerprint, passed to the channel. It is not protected like card data.',
      }),
    ),
  },
  closed,
);
export type SubmitPaymentRequest = Static<typeof SubmitPaymentRequest>;

export const SubmitPaymentResult = Type.Object(
  {
    transactionId: Type.String(),
    paymentUrl: Type.String({
      description: 'If not empty, send the consumer to this page: 3-D Secure or the wallet’s page.',
    }),
    paymentUrlDisplay: Type.Optional(
      Type.Enum(['FRAME', 'REDIRECT'], {
        description:
          'With `paymentUrl`. FRAME: you may show the page in a frame over yours; it ends at `returnUrl` inside the frame. REDIRECT or absent: the page needs the whole window.',
      }),
    ),
  },
  closed,
);
export type SubmitPaymentResult = Static<typeof SubmitPaymentResult>;

export const CancelPaymentRequest = Type.Object(
  {
    orderId: OrderReference,
    transactionId: Type.String({
      maxLength: 64,
      description:
        'The attempt that the consumer gives up. If another page has started a newer one, the call is refused with ATTEMPT_SUPERSEDED.',
    }),
  },
  closed,
);
export type CancelPaymentRequest = Static<typeof CancelPaymentRequest>;
