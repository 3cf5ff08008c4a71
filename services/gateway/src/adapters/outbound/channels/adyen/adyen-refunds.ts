import type { AdyenAmount } from './adyen-amounts.ts';
import { type CallOutcome, callAdyen } from './adyen-calls.ts';
import type { AdyenAccount } from './adyen-openings.ts';

/** Adyen's answer to a request to return money ("Refund", "Reversal"). */
interface RefundAnswer {
  readonly status?: unknown;
  readonly pspReference?: string | undefined;
}

/**
 * Requests a refund of a payment. The gateway does not know whether Adyen has captured the payment. Adyen refuses a refund
 * before the capture, so a refund of the whole payment is requested as a reversal: Adyen then cancels the payment or refunds
 * it, whichever fits, and reports the result by CANCEL_OR_REFUND. A reversal always returns the whole payment.
 *
 * Adyen cannot reverse a part of a payment. If a partial refund is requested before the capture, Adyen refuses it by a REFUND
 * event, and the gateway sends the refund again later (`isTooEarly`), with a new idempotency key: under the same key, Adyen
 * would only repeat its first answer.
 *
 * The choice between the two requests depends on the refund alone, not on the time. So a repeated request is identical, and
 * Adyen recognises its idempotency key.
 *
 * @param refund.amount null to return the whole payment
 */
export function requestRefund(
  { apis, merchantAccount }: Pick<AdyenAccount, 'apis' | 'merchantAccount'>,
  paymentReference: string,
  {
    refundId: reference,
    amount,
    earlyRefusals,
  }: {
    readonly refundId: string;
    readonly amount: AdyenAmount | null;
    readonly earlyRefusals: number;
  },
): Promise<CallOutcome<RefundAnswer>> {
  const options = { idempotencyKey: earlyRefusals === 0 ? reference : `${reference}_${earlyRefusals + 1}` };
  return callAdyen<RefundAnswer>(() =>
    amount === null
      ? apis().modifications.refundOrCancelPayment(paymentReference, { merchantAccount, reference }, options)
      : apis().modifications.refundCapturedPayment(
          paymentReference,
          { merchantAccount, amount, reference },
          options,
        ),
  );
}
