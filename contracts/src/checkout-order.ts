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
import { OrderStateName, Product, Wallet } from './payment.ts';

/** What a payment page learns about its order: the order itself, and the state of its payment. */

/** The header that carries the checkout session of `pay_url`. */
export const SESSION_HEADER = 'X-Session-Signature';

export const OrderIdQuery = Type.Object({ orderId: OrderReference }, closed);

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
        description:
          'The reference that the consumer gives with the payment, so that the payment is recognised.',
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
      'What the consumer enters at a bank, or shows at a till, to pay. It contains only the members that the channel provides.',
  },
);
export type PaymentInstructions = Static<typeof PaymentInstructions>;

export const CheckoutAction = Type.Object(
  {
    transactionId: Type.String({ description: 'The attempt.' }),
    kind: Type.Enum(['redirect', 'challenge', 'instructions'], {
      description:
        '`redirect`: the consumer pays on the processor’s page. `challenge`: the bank asks the consumer to confirm the card payment (3-D Secure). `instructions`: the consumer pays at a bank or a till, with the details in the member `instructions`.',
    }),
    url: Type.Optional(
      Type.String({
        description:
          'The page on which the consumer continues. With `instructions`, the page shows the same instructions and can be missing; otherwise it is always present.',
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
    payment_method_name: Type.Optional(
      Type.String({
        description:
          'The English name of the payment method, as in the list of methods; absent if the channel no longer has the method.',
        examples: ['Card'],
      }),
    ),
    wallet: Type.Optional(Wallet),
    email: Type.Union([Type.String(), Type.Null()], {
      description:
        'The consumer’s e-mail address, hidden except for its first character and its domain; null if the order has none.',
      examples: ['a•••@example.com'],
    }),
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
          'Long poll: seconds (0–25) to wait while the state is INIT or PAYING. Any other state is answered immediately.',
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
