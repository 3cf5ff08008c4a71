import type { PaymentRoute } from '@kassa/contracts';
import type { Route } from '../../../../domain/routing/route.ts';

export function routesOf(messages: readonly PaymentRoute[]): readonly Route[] {
  return messages.map(({ channel, methods, currencies, min_amount, max_amount }) => ({
    channel,
    methods: methods ?? null,
    currencies: currencies ?? null,
    minAmount: min_amount ?? null,
    maxAmount: max_amount ?? null,
  }));
}

export function presentRoutes(routes: readonly Route[]): PaymentRoute[] {
  return routes.map(({ channel, methods, currencies, minAmount, maxAmount }) => ({
    channel,
    ...(methods !== null && { methods: [...methods] }),
    ...(currencies !== null && { currencies: [...currencies] }),
    ...(minAmount !== null && { min_amount: minAmount }),
    ...(maxAmount !== null && { max_amount: maxAmount }),
  }));
}
