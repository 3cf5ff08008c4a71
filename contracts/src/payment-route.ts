import { type Static, Type } from 'typebox';
import { CurrencyCode, closed } from './field-schemas.ts';

const RouteAmount = (description: string, example: string) =>
  Type.String({ pattern: '^[0-9]{1,15}(\\.[0-9]{1,4})?$', description, examples: [example] });

/** One way for payments to go; several stand in order of preference. */
export const PaymentRoute = Type.Object(
  {
    channel: Type.String({
      pattern: '^[A-Z][A-Za-z0-9]{0,31}(-[A-Za-z0-9_]{1,64})?$',
      description:
        'A type of channel: the merchant’s own account of it where it has one, else the deployment’s. Or the ID of one channel.',
      examples: ['ProcessorA'],
    }),
    methods: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64, examples: ['card'] }), {
        minItems: 1,
        maxItems: 64,
        uniqueItems: true,
        description: 'Codes of payment methods; every method that the channel has unless given.',
      }),
    ),
    currencies: Type.Optional(
      Type.Array(CurrencyCode, {
        minItems: 1,
        maxItems: 64,
        uniqueItems: true,
        description: 'Every currency unless given.',
      }),
    ),
    min_amount: Type.Optional(
      RouteAmount(
        'The lowest amount, in major units of each of the currencies, which have to be given.',
        '1.00',
      ),
    ),
    max_amount: Type.Optional(RouteAmount('The highest amount, in the same way.', '500.00')),
  },
  closed,
);
export type PaymentRoute = Static<typeof PaymentRoute>;

export const PaymentRoutes = Type.Array(PaymentRoute, {
  maxItems: 64,
  description: 'Where payments go, the preferred first.',
});

export const MethodOrder = Type.Array(Type.String({ minLength: 1, maxLength: 64, examples: ['card'] }), {
  maxItems: 64,
  uniqueItems: true,
  description: 'Codes of the payment methods that the cashier shows first, in this order; others follow.',
});
