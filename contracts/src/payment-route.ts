import { type Static, Type } from 'typebox';
import { CurrencyCode, closed } from './field-schemas.ts';

const RouteAmount = (description: string, example: string) =>
  Type.String({ pattern: '^[0-9]{1,15}(\\.[0-9]{1,4})?$', description, examples: [example] });

/** A rule that sends matching payments to a channel. A merchant's routes are listed in order of preference. */
export const PaymentRoute = Type.Object(
  {
    channel: Type.String({
      pattern: '^[A-Z][A-Za-z0-9]{0,31}(-[A-Za-z0-9_]{1,64})?$',
      description:
        'A channel type, which means the merchant’s own account of that type or else the deployment’s; or the ID of one channel.',
      examples: ['ProcessorA'],
    }),
    methods: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64, examples: ['card'] }), {
        minItems: 1,
        maxItems: 64,
        uniqueItems: true,
        description: 'Codes of payment methods; defaults to every method of the channel.',
      }),
    ),
    currencies: Type.Optional(
      Type.Array(CurrencyCode, {
        minItems: 1,
        maxItems: 64,
        uniqueItems: true,
        description: 'Currency codes; defaults to every currency.',
      }),
    ),
    min_amount: Type.Optional(
      RouteAmount(
        'The lowest amount, in major units. Requires `currencies`, and applies to each of them.',
        '1.00',
      ),
    ),
    max_amount: Type.Optional(
      RouteAmount('The highest amount, with the same rules as `min_amount`.', '500.00'),
    ),
  },
  closed,
);
export type PaymentRoute = Static<typeof PaymentRoute>;

export const PaymentRoutes = Type.Array(PaymentRoute, {
  maxItems: 64,
  description: 'The merchant’s rules that send payments to channels, preferred first.',
});

export const MethodOrder = Type.Array(Type.String({ minLength: 1, maxLength: 64, examples: ['card'] }), {
  maxItems: 64,
  uniqueItems: true,
  description:
    'Codes of the payment methods that the cashier shows first, in this order. Other methods follow.',
});
