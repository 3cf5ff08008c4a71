import { type Static, Type } from 'typebox';
import { DisputeReason } from './dispute-reasons.ts';
import { disputeStates } from './dispute-states.ts';
import {
  Amount,
  CurrencyCode,
  closed,
  HttpUrl,
  LanguageTag,
  MerchantTransactionId,
  OrderId,
  Timestamp,
} from './field-schemas.ts';
import { orderStateCodes, orderStates } from './order-states.ts';
import { RefundOrigin, RefundStatusCode } from './refund.ts';

export const Product = Type.Object(
  {
    product_id: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'The merchant’s own ID of the product.',
      examples: ['p1'],
    }),
    name: Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'Name shown to the consumer in the summary.',
      examples: ['Coffee beans, 1 kg'],
    }),
    price: Type.Number({
      description: 'Unit price, in major units of the order’s currency; zero for a free item.',
      examples: [10.5],
    }),
    quantity: Type.Integer({
      minimum: 1,
      maximum: 999_999,
      description: 'Quantity.',
      examples: [1],
    }),
    image_url: Type.Optional({
      ...HttpUrl,
      maxLength: 1024,
      description:
        'Picture of the product, shown in the summary: a square of at least 96 pixels looks best. The rules for `redirect_url` apply, with at most 1024 characters. The pictures of an order can come from at most 5 hosts, and the consumer’s browser loads them from there.',
      examples: ['https://shop.example/images/p1.webp'],
    }),
  },
  { ...closed, description: 'A line of the order summary. Lines need not add up to the order amount.' },
);
export type Product = Static<typeof Product>;

export const BillingAddress = Type.Object(
  {
    line1: Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'Street and house number.',
      examples: ['Karlstraße 12'],
    }),
    line2: Type.Optional(
      Type.String({ maxLength: 256, description: 'Flat, floor or company.', examples: ['c/o Ek'] }),
    ),
    city: Type.String({ minLength: 1, maxLength: 128, description: 'Town or city.', examples: ['Köln'] }),
    postal_code: Type.Optional(
      Type.String({ maxLength: 16, description: 'Postal code.', examples: ['50667'] }),
    ),
    state: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'State or province. For the USA and Canada, the two letters of its code.',
        examples: ['CA'],
      }),
    ),
    country: Type.String({
      pattern: '^[A-Z]{2}$',
      description: 'ISO 3166-1 alpha-2.',
      examples: ['DE'],
    }),
  },
  { ...closed, description: 'The consumer’s billing address.' },
);
export type BillingAddress = Static<typeof BillingAddress>;

/**
 * Characters that this schema allows in no part of an e-mail address: white space, and characters that separate or quote
 * addresses.
 */
const NO_ADDRESS_PART = '\\s@<>"(),:;\\\\\\[\\]\\u0000-\\u001f\\u007f';

export const Customer = Type.Object(
  {
    full_name: Type.Optional(
      Type.String({ maxLength: 128, description: 'Name of the consumer.', examples: ['Ann'] }),
    ),
    email: Type.Optional(
      Type.String({
        pattern: `^[^${NO_ADDRESS_PART}]{1,64}@[^${NO_ADDRESS_PART}.]+(\\.[^${NO_ADDRESS_PART}.]+)+$`,
        maxLength: 254,
        description: 'E-mail address of the consumer.',
        examples: ['ann@example.org'],
      }),
    ),
    phone: Type.Optional(
      Type.String({
        pattern: '^\\+[1-9][0-9]{6,14}$',
        description: 'Telephone number of the consumer in E.164 form: `+`, the country code and the number.',
        examples: ['+4915112345678'],
      }),
    ),
    billing_address: Type.Optional(BillingAddress),
  },
  {
    ...closed,
    description:
      'Who pays. The gateway passes it to the channel that takes the payment, for its risk checks and for methods that need it. No answer to the merchant and no event contains it. The cashier’s receipt shows only the e-mail address, masked.',
  },
);
export type Customer = Static<typeof Customer>;

/**
 * The body of `POST /api/merchant/payment/create`, if its fields are not wrapped in `data` (section 2.1 of the interface
 * specification that Kassa implements).
 */
export const CreatePaymentRequest = Type.Object(
  {
    merchant_transaction_id: MerchantTransactionId,
    amount: Amount,
    currency_code: CurrencyCode,
    redirect_url: HttpUrl,
    description: Type.Optional(
      Type.String({
        maxLength: 256,
        description: 'What the consumer pays for; shown to the consumer.',
        examples: ['Order 1001'],
      }),
    ),
    cancel_url: Type.Optional({
      ...HttpUrl,
      description: 'Where the cashier sends a consumer who cancels. The rules for `redirect_url` apply.',
      examples: ['https://shop.example/basket'],
    }),
    products: Type.Optional(
      Type.Array(Product, { maxItems: 100, description: 'The lines of the order’s summary.' }),
    ),
    customer: Type.Optional(Customer),
    locale: Type.Optional({
      ...LanguageTag,
      description:
        'Language of the cashier’s page, as a BCP 47 tag. The cashier has ar, cs, da, de, en, es, es-419, fi, fr, he, id, it, ja, ko, nb, nl, pl, pt, pt-PT, sv, tr, vi, zh and zh-Hant. The whole tag counts: `es-MX` gets es-419, `zh-TW` gets zh-Hant. If the cashier does not have the language, or if `locale` is missing, the cashier uses the consumer’s own language.',
    }),
    payment_methods: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64, examples: ['card'] }), {
        minItems: 1,
        maxItems: 20,
        uniqueItems: true,
        description:
          'Codes of the only payment methods with which this order may be paid. If none of them can pay the order, the call is refused. Without this member, all of the merchant’s methods are offered.',
      }),
    ),
  },
  closed,
);
export type CreatePaymentRequest = Static<typeof CreatePaymentRequest>;

export const CreatePaymentResult = Type.Object(
  {
    order_id: OrderId,
    pay_url: Type.String({
      description:
        'Where the consumer pays. It carries the checkout session after `#` and expires with the order.',
      examples: ['https://pay.example/checkout/ord_5d41402abc4b2a76b9719d911017c592#session=…'],
    }),
  },
  { ...closed, description: 'The created order, or the existing one if the same call was made before.' },
);
export type CreatePaymentResult = Static<typeof CreatePaymentResult>;

export const OrderStateName = Type.Enum(orderStates, {
  description: 'Name of the order state.',
  examples: ['PAY_SUCCESS'],
});

export const OrderStatusCode = Type.Enum(Object.values(orderStateCodes), {
  description: 'Code of the order state.',
  examples: [2],
});

export const CardSummary = Type.Object(
  {
    brand: Type.String({ examples: ['visa'] }),
    last4: Type.String({ pattern: '^[0-9]{4}$', examples: ['4242'] }),
  },
  closed,
);

export const Wallet = Type.String({
  description:
    'The wallet with which the consumer paid. Present if the channel names it. With `link`, and with `sandbox_pay` in the sandbox, there is no `card`, because the wallet does not tell what pays behind it.',
  examples: ['apple_pay', 'google_pay', 'link'],
});

export const PaymentFailure = Type.Object(
  {
    code: Type.String({ description: 'The channel’s own code.', examples: ['insufficient_funds'] }),
    message: Type.String({ examples: ['The card has insufficient funds.'] }),
  },
  closed,
);

export const OrderRefund = Type.Object(
  {
    transaction_id: Type.String({
      description:
        'The merchant’s `transaction_id` of the refund. An automatic refund, or one with which the operator recorded that more money went back, has the gateway’s ID instead. A refund that somebody made at the processor has an ID made by the gateway (`chn_…`).',
    }),
    amount: Amount,
    status: RefundStatusCode,
    automatic: Type.Boolean({
      description: 'Whether the gateway made the refund itself, to return a late or duplicate payment.',
    }),
    origin: RefundOrigin,
    reason: Type.Union([Type.String(), Type.Null()]),
    error_code: Type.Union([Type.String(), Type.Null()]),
    error_msg: Type.Union([Type.String(), Type.Null()]),
    created_at: Timestamp,
    completed_at: Type.Union([Timestamp, Type.Null()]),
  },
  closed,
);

export const Dispute = Type.Object(
  {
    id: Type.String({ description: 'The processor’s ID of the dispute.', examples: ['dsp_8'] }),
    reason: Type.Union([DisputeReason, Type.Null()], {
      description: 'Why the consumer disputes the payment; null if the channel does not say.',
    }),
    amount: Amount,
    state: Type.Enum(disputeStates),
    opened_at: Timestamp,
    respond_by: Type.Union([Timestamp, Type.Null()], {
      description: 'Until when you can answer the bank; null if the channel does not say.',
    }),
    channel_url: Type.Union([Type.String(), Type.Null()], {
      description: 'The dispute’s page in the processor’s dashboard; null if the channel has none.',
    }),
    resolved_at: Type.Union([Timestamp, Type.Null()]),
  },
  closed,
);

/** `data` of `GET /api/merchant/order/payment/query/{transactionId}`. */
export const PaymentQueryResult = Type.Object(
  {
    order_id: OrderId,
    merchant_transaction_id: MerchantTransactionId,
    amount: Amount,
    currency_code: CurrencyCode,
    status: OrderStatusCode,
    state: OrderStateName,
    refunded_amount: Amount,
    refundable_amount: Type.Number({
      description: 'What can still be refunded: the amount paid less completed and pending refunds.',
    }),
    description: Type.Union([Type.String(), Type.Null()]),
    payment_method: Type.Union([Type.String(), Type.Null()], { examples: ['card'] }),
    card: Type.Optional(CardSummary),
    wallet: Type.Optional(Wallet),
    channel_type: Type.Union([Type.String(), Type.Null()], { examples: ['Sandbox'] }),
    failure: Type.Union([PaymentFailure, Type.Null()], {
      description: 'Failure of the last attempt; null if it did not fail.',
    }),
    refunds: Type.Array(OrderRefund),
    dispute: Type.Optional(Dispute),
    version: Type.Integer({ minimum: 1, description: 'Grows with each change of the order.' }),
    created_at: Timestamp,
    expires_at: Timestamp,
    paid_at: Type.Union([Timestamp, Type.Null()]),
    closed_at: Type.Union([Timestamp, Type.Null()]),
    awaiting_result_until: Type.Union([Timestamp, Type.Null()], {
      description:
        'Until when the gateway waits at the latest for the result of the payment in progress. It can be after `expires_at`: the order then stays PAYING, and a success still pays it. Null if no result is awaited.',
    }),
  },
  { ...closed, description: 'The current state of a payment order.' },
);
export type PaymentQueryResult = Static<typeof PaymentQueryResult>;
