import { type Static, Type } from 'typebox';
import {
  Amount,
  CurrencyCode,
  closed,
  HttpUrl,
  LanguageTag,
  MerchantTransactionId,
  OrderId,
} from './field-schemas.ts';

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
    customer: Type.Optional(
      Type.Object(
        {
          full_name: Type.Optional(
            Type.String({ maxLength: 128, description: 'Name of the consumer.', examples: ['Ann'] }),
          ),
        },
        { ...closed, description: 'Who pays.' },
      ),
    ),
    locale: Type.Optional({
      ...LanguageTag,
      description:
        'Language of the cashier’s page, as a BCP 47 tag. The cashier has ar, cs, da, de, en, es, es-419, fi, fr, he, id, it, ja, ko, nb, nl, pl, pt, pt-PT, sv, tr, vi, zh and zh-Hant. The whole tag counts: `es-MX` gets es-419, `zh-TW` gets zh-Hant. If the cashier does not have the language, it uses the consumer’s own. Without `locale`, it always does.',
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
