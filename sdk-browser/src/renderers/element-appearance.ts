import type { Appearance as StripeAppearance } from '@stripe/stripe-js';
import type { Appearance } from '../appearance.ts';

/** The appearance of a form, in the terms of Stripe.js. */
export function appearanceOf({ variables = {}, rules }: Appearance): StripeAppearance {
  const { colorBorder, ...others } = variables;
  const border = colorBorder ? { borderColor: colorBorder } : {};
  return { variables: others, rules: { ...rules, '.Input': { ...border, ...rules?.['.Input'] } } };
}
