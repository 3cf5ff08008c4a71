import { type Static, Type } from 'typebox';
import {
  AccentColor,
  Amount,
  CurrencyCode,
  closed,
  LanguageTag,
  OrderId,
  OrderReference,
  Timestamp,
} from './field-schemas.ts';
import { OrderStateName, Product } from './payment.ts';

/** The header that carries the checkout session of `pay_url`. */
export const SESSION_HEADER = 'X-Session-Signature';

export const renderTypes = ['PROCESSOR_ELEMENT', 'COMPONENT_SDK', 'OWN_FORM', 'REDIRECT'] as const;
export const PaymentRenderType = Type.Enum(renderTypes);
export type PaymentRenderType = (typeof renderTypes)[number];

export const ChannelType = Type.String({
  pattern: '^[A-Z][A-Za-z0-9]{0,31}$',
  description: 'The kind of channel that takes the payment. A deployment may have kinds of its own.',
  examples: ['Sandbox', 'ProcessorA', 'ProcessorB'],
});
export type ChannelType = Static<typeof ChannelType>;

/** Failure reasons that may be shown to the consumer. The channel's own failure code goes only to the merchant. */
export const declineCategories = [
  'declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'authentication_failed',
  'processing_error',
  'try_another_method',
  'cancelled_by_consumer',
  'cancelled_at_processor',
] as const;
export const DeclineCategory = Type.Enum(declineCategories, {
  description:
    'Why the payment failed. `cancelled_by_consumer`: the consumer gave up the attempt on the payment page. `cancelled_at_processor`: the consumer refused on the processor’s page.',
});
export type DeclineCategory = (typeof declineCategories)[number];

export const OrderIdQuery = Type.Object({ orderId: OrderReference }, closed);

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
      examples: [['card']],
    }),
  },
  {
    ...closed,
    description:
      'There if the method can be paid with one tap, with the processor’s buttons for Apple Pay, Google Pay or another wallet. Show them above the form, where the device has such a wallet. Call init only when the wallet reports that the consumer has approved, and confirm with the `clientSecret` of its answer.',
  },
);
export type ExpressPayment = Static<typeof ExpressPayment>;

export const PaymentMethod = Type.Object(
  {
    code: Type.String({ description: 'Passed to init as `paymentMethodCode`.', examples: ['card'] }),
    name: Type.String({ examples: ['Card'] }),
    icon: Type.String({ description: 'Address of the icon.' }),
    supported_card_brands: Type.Optional(Type.Array(Type.String(), { examples: [['visa', 'mastercard']] })),
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
        'The page to send the consumer to with REDIRECT. It is empty with the other render types, and for a payment without a page: after the submit, `action` then has the instructions for the consumer.',
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

const redirectUrl = Type.Union([Type.String(), Type.Null()], {
  description: 'The merchant’s `redirect_url` with `order_id` appended; null until the order is paid.',
});

/**
 * The gateway's present time. A page computes the time that an order has left as `expires_at` minus this time. The browser's
 * clock may be wrong, and a tester can move a sandbox's clock.
 */
const ServerTime = {
  ...Timestamp,
  description: 'The gateway’s present time. Compare `expires_at` with it, not with the browser’s clock.',
};

export const PaymentInstructions = Type.Object(
  {
    account_holder: Type.Optional(Type.String({ description: 'The name of the account’s holder.' })),
    iban: Type.Optional(Type.String({ description: 'The account, without spaces.' })),
    bic: Type.Optional(Type.String({ description: 'The account’s bank.' })),
    reference: Type.Optional(
      Type.String({
        description: 'The consumer gives it with the payment, so that the payment is recognised.',
      }),
    ),
    qr: Type.Optional(Type.String({ description: 'The text of a QR code for the consumer’s banking app.' })),
    barcode: Type.Optional(
      Type.String({ description: 'The text of the voucher’s barcode, for a till or a machine.' }),
    ),
    voucher_url: Type.Optional(Type.String({ description: 'The voucher, to print or to keep.' })),
  },
  {
    ...closed,
    description:
      'What the consumer enters at a bank, or shows at a till, to pay. Only what the channel names is there.',
  },
);
export type PaymentInstructions = Static<typeof PaymentInstructions>;

export const CheckoutAction = Type.Object(
  {
    transactionId: Type.String({ description: 'The attempt.' }),
    kind: Type.Enum(['redirect', 'challenge', 'instructions'], {
      description:
        '`redirect`: the consumer pays on the processor’s page. `challenge`: the bank asks the consumer to confirm the card payment (3-D Secure). `instructions`: the consumer pays at a bank or a till, with `instructions`.',
    }),
    url: Type.Optional(
      Type.String({
        description:
          'The page on which the consumer continues. Always there except with `instructions`, where it also shows them.',
      }),
    ),
    instructions: Type.Optional(PaymentInstructions),
    expires_at: { ...Timestamp, description: 'Until when the order can be paid.' },
  },
  { ...closed, description: 'What the consumer still has to do for the current attempt.' },
);
export type CheckoutAction = Static<typeof CheckoutAction>;

const pendingAction = Type.Union([CheckoutAction, Type.Null()], {
  description:
    'Set while the latest attempt waits for the consumer. Any page with the session, on any device, can send the consumer to this page, or show the instructions.',
});

const awaitedTransactionId = Type.Union([Type.String(), Type.Null()], {
  description:
    'The attempt whose result is awaited; null if none is. `POST /api/web/payment/cancel` cancels it.',
});

/** The time until which the gateway waits for the result of an attempt. */
const awaitingResultUntil = Type.Union([Timestamp, Type.Null()], {
  description:
    'Until when the gateway waits for the result of that attempt at the latest; null if no result is awaited.',
});

export const CheckoutReceipt = Type.Object(
  {
    paid_at: Timestamp,
    payment_method: Type.String({ description: 'The code of the payment method.', examples: ['card'] }),
  },
  { ...closed, description: 'What a receipt says about the payment of an order.' },
);
export type CheckoutReceipt = Static<typeof CheckoutReceipt>;

const receipt = Type.Union([CheckoutReceipt, Type.Null()], {
  description:
    'When and with which method the order was paid, for the consumer’s receipt; null until it is paid.',
});

const Branding = Type.Object(
  {
    logo_url: Type.Union([Type.String(), Type.Null()], { description: 'PNG, JPEG or WebP.' }),
    accent_color: Type.Union([AccentColor, Type.Null()], {
      description: 'The merchant’s colour. The page ensures sufficient contrast.',
    }),
  },
  { ...closed, description: 'The merchant’s branding of its cashier.' },
);
export type Branding = Static<typeof Branding>;

/** `data` of `GET /api/web/checkout/order`. */
export const CheckoutOrder = Type.Object(
  {
    order_id: OrderId,
    merchant_name: Type.String(),
    branding: Branding,
    allowed_origins: Type.Array(Type.String(), {
      description: 'Origins of the merchant’s pages that may show the hosted cashier in a frame.',
    }),
    livemode: Type.Boolean({
      description:
        'Whether real money moves, through any channel: `true` in production, `false` in a sandbox. If `false`, the page should tell the consumer.',
    }),
    amount: Amount,
    currency_code: CurrencyCode,
    description: Type.Union([Type.String(), Type.Null()]),
    products: Type.Array(Product),
    locale: Type.Union([LanguageTag, Type.Null()], {
      description: 'The language that the merchant asked for; null if the consumer’s own applies.',
    }),
    state: OrderStateName,
    expires_at: Timestamp,
    server_time: ServerTime,
    cancel_url: Type.Union([Type.String(), Type.Null()]),
    redirect_url: redirectUrl,
    action: pendingAction,
    transactionId: awaitedTransactionId,
    awaiting_result_until: awaitingResultUntil,
    receipt,
  },
  { ...closed, description: 'The order to pay, with what a consumer may see.' },
);
export type CheckoutOrder = Static<typeof CheckoutOrder>;

/** Query of `GET /api/web/payment/status`. Query values arrive as strings. */
export const PaymentStatusQuery = Type.Object(
  {
    orderId: OrderReference,
    wait: Type.Optional(
      Type.String({
        pattern: '^([0-9]|1[0-9]|2[0-5])$',
        description:
          'Long poll: seconds (0–25) to wait while the state is INIT or PAYING. Any other state is answered at once.',
      }),
    ),
  },
  closed,
);

export const PaymentStatus = Type.Object(
  {
    state: OrderStateName,
    failure: Type.Union([Type.Object({ category: DeclineCategory }, closed), Type.Null()], {
      description: 'Why the last attempt failed, in terms the consumer may see.',
    }),
    redirect_url: redirectUrl,
    action: pendingAction,
    transactionId: awaitedTransactionId,
    awaiting_result_until: awaitingResultUntil,
    receipt,
    server_time: ServerTime,
  },
  closed,
);
export type PaymentStatus = Static<typeof PaymentStatus>;
