import type { MakeKey } from '../../src/adapters/outbound/channels/deployment-keys.ts';
import type {
  CardData,
  OpeningOrder,
  PaymentChannel,
  PaymentReference,
  RefundOrder,
  Submission,
} from '../../src/ports/payment-channel.ts';

/** Makes idempotency keys as a deployment does whose database is from before deployments had IDs. */
export const plainKeys: MakeKey = (ownId) => ownId;

const returnUrl = 'https://pay.example/checkout/ord_1';

/** An opening for a channel, with defaults for everything that a test does not set. */
export function openingOrder(
  given: Pick<OpeningOrder, 'attemptId' | 'amount'> & Partial<OpeningOrder>,
): OpeningOrder {
  return {
    methodCode: 'card',
    description: null,
    returnUrl,
    // The vendors' own servers accept only an end of the order that is in the future.
    expiresAt: new Date(Date.now() + 30 * 60_000),
    mayTakeCardNumbers: true,
    ...given,
  };
}

/** Opens a payment at a channel, and returns the reference for later questions about it. */
export async function openPaymentAt(
  channel: Pick<PaymentChannel, 'open'>,
  order: OpeningOrder,
): Promise<PaymentReference> {
  const answer = await channel.open(order);
  if (answer.kind !== 'opened') throw new Error(`not opened: ${JSON.stringify(answer)}`);
  const { attemptId, methodCode } = order;
  return { attemptId, methodCode, opening: answer.opening, paymentReference: null };
}

export function submissionOf(payment: PaymentReference, card: CardData | null): Submission {
  return { ...payment, card, device: null, returnUrl };
}

/** A refund that is sent without delay. */
export function inTime(refund: Omit<RefundOrder, 'sendBy'>): RefundOrder {
  return { ...refund, sendBy: new Date(Date.now() + 10_000) };
}
