import type { CardDetails } from '../domain/card.ts';
import type { CardBody } from './schemas.ts';

export function cardDetailsOf({ number, exp_month, exp_year, cvc, network }: CardBody): CardDetails {
  return { number, expMonth: exp_month, expYear: exp_year, cvc, ...(network !== undefined && { network }) };
}
