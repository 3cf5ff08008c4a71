import type { OpeningAnswer } from '../../../../ports/payment-channel.ts';
import { KEY_USED } from './processor-connection.ts';

/** Returns the channel's answer if the processor gave no usable answer to the call that opens a payment. */
export function unopened(detail: string): OpeningAnswer {
  return { kind: 'unavailable', detail, ...(detail === KEY_USED && { hasPayment: true }) };
}
