import { type Static, Type } from 'typebox';
import { Amount, CurrencyCode, closed, OrderId, OrderReference, Timestamp } from './field-schemas.ts';
import { Product } from './payment.ts';
import { OrderStateName } from './payment-query.ts';

/** The header that carries the checkout session of `pay_url` (decisions, section 7). */
export const SESSION_HEADER = 'X-Session-Signature';

export const renderTypes = ['PROCESSOR_ELEMENT', 'COMPONENT_SDK', 'OWN_FORM', 'REDIRECT'] as const;
export const PaymentRenderType = Type.Enum(renderTypes);
export type PaymentRenderType = (typeof renderTypes)[number];

export const channelTypes = ['ProcessorA', 'ProcessorB', 'Sandbox'] as const;
export const ChannelType = Type.Enum(channelTypes);
export type ChannelType = (typeof channelTypes)[number];

/** Why a payment failed, as the consumer may know it; the channel's own code goes to the merchant only. */
export const declineCategories = [
  'declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'authentication_failed',
  'processing_error',
  'try_another_method',
] as const;
export const DeclineCategory = Type.Enum(declineCategories);
export type DeclineCategory = (typeof declineCategories)[number];

export const OrderIdQuery = Type.Object({ orderId: OrderReference }, closed);

export const PaymentMethod = Type.Object(
  {
    code: Type.String({ description: 'Passed to init as `paymentMethodCode`.', examples: ['card'] }),
    name: Type.String({ examples: ['Card'] }),
    icon: Type.String({ description: 'Address of the icon.' }),
    supported_card_brands: Type.Optional(Type.Array(Type.String(), { examples: [['visa', 'mastercard']] })),
  },
  closed,
);
export type PaymentMethod = Static<typeof PaymentMethod>;

export const PaymentMethodsResult = Type.Object({ payment_methods: Type.Array(PaymentMethod) }, closed);
export type PaymentMethodsResult = Static<typeof PaymentMethodsResult>;

export const InitCheckoutRequest = Type.Object(
  { orderId: OrderReference, paymentMethodCode: Type.String({ minLength: 1, maxLength: 64 }) },
  closed,
);
export type InitCheckoutRequest = Static<typeof InitCheckoutRequest>;

/** The checkout initialisation result (interface, section 2.5). */
export const InitCheckoutResult = Type.Object(
  {
    channelType: ChannelType,
    transactionId: Type.String({ description: 'Identifier of the attempt.' }),
    paymentUrl: Type.String({ description: 'Where REDIRECT sends the consumer; otherwise empty.' }),
    extension: Type.Object(
      {
        paymentRenderType: PaymentRenderType,
        clientSecret: Type.Optional(Type.String({ description: 'With PROCESSOR_ELEMENT.' })),
      },
      closed,
    ),
    cardBrands: Type.Array(Type.String()),
  },
  closed,
);
export type InitCheckoutResult = Static<typeof InitCheckoutResult>;

export const terminalTypes = ['PC', 'MOBILE', 'TABLET', 'APP'] as const;

/** Card data, only with OWN_FORM. Held in memory for the call to the channel, never stored or logged. */
export const CardInput = Type.Object(
  {
    number: Type.String({ pattern: '^[0-9]{12,19}$', description: 'Digits only.' }),
    expMonth: Type.Integer({ minimum: 1, maximum: 12 }),
    expYear: Type.Integer({ minimum: 2000, maximum: 2199, description: 'Four digits.' }),
    cvc: Type.String({ pattern: '^[0-9]{3,4}$' }),
  },
  closed,
);
export type CardInput = Static<typeof CardInput>;

export const SubmitPaymentRequest = Type.Object(
  {
    orderId: OrderReference,
    terminal: Type.Object(
      {
        type: Type.Enum(terminalTypes),
        userAgent: Type.String({ maxLength: 1024 }),
      },
      closed,
    ),
    card: Type.Optional(CardInput),
    deviceId: Type.Optional(Type.String({ maxLength: 128, description: 'Device fingerprint.' })),
  },
  closed,
);
export type SubmitPaymentRequest = Static<typeof SubmitPaymentRequest>;

export const SubmitPaymentResult = Type.Object(
  {
    transactionId: Type.String(),
    paymentUrl: Type.String({
      description: 'When not empty, the consumer must be sent there: 3-D Secure or the wallet’s page.',
    }),
  },
  closed,
);
export type SubmitPaymentResult = Static<typeof SubmitPaymentResult>;

const redirectUrl = Type.Union([Type.String(), Type.Null()], {
  description: 'Once paid: the merchant’s `redirect_url` with `order_id` appended.',
});

/** A page counts down to `expires_at` from here: its own clock can be off, and a sandbox's can be moved. */
const ServerTime = { ...Timestamp, description: 'The gateway’s time, by which `expires_at` is judged.' };

/** `data` of `GET /api/web/checkout/order` (decisions, section 7). */
export const CheckoutOrder = Type.Object(
  {
    order_id: OrderId,
    merchant_name: Type.String(),
    amount: Amount,
    currency_code: CurrencyCode,
    description: Type.Union([Type.String(), Type.Null()]),
    products: Type.Array(Product),
    state: OrderStateName,
    expires_at: Timestamp,
    server_time: ServerTime,
    cancel_url: Type.Union([Type.String(), Type.Null()]),
    redirect_url: redirectUrl,
  },
  closed,
);
export type CheckoutOrder = Static<typeof CheckoutOrder>;

/** Query of `GET /api/web/payment/status`; values arrive as text. */
export const PaymentStatusQuery = Type.Object(
  {
    orderId: OrderReference,
    wait: Type.Optional(
      Type.String({
        pattern: '^([0-9]|1[0-9]|2[0-5])$',
        description:
          'Long poll: seconds (0–25) to wait while the state stays INIT or PAYING; any other is told at once.',
      }),
    ),
  },
  closed,
);

export const PaymentStatus = Type.Object(
  {
    state: OrderStateName,
    failure: Type.Union([Type.Object({ category: DeclineCategory }, closed), Type.Null()], {
      description: 'Why the last attempt failed, as far as the consumer may know.',
    }),
    redirect_url: redirectUrl,
    server_time: ServerTime,
  },
  closed,
);
export type PaymentStatus = Static<typeof PaymentStatus>;
