import { type Answer, unknownPayment } from './answers.ts';
import type { Item } from './notifications.ts';
import type { Payment, StandInPayments } from './payments.ts';
import type { References } from './references.ts';

type Happened = (eventCode: string, merchantReference: string, said: Partial<Item>) => Item;

/**
 * The refunds of an account. Sources:
 *
 * - `POST /payments/{paymentPspReference}/refunds` and `/reversals`: their examples in `json/CheckoutService-v72.json`. A
 *   reversal is always of the full amount, and CANCEL_OR_REFUND tells its result
 * - a refund before the capture: the example of REFUND in `json/Webhooks-v1.json`, "Transaction hasn't been captured, refund not
 *   possible", and the page "Refund" ("You can only refund a payment after it has been captured")
 * - a refund of too much: "Insufficient balance on payment", from the page "Refund"
 * - REFUND_FAILED after REFUND: its example in `json/Webhooks-v1.json`, and "Refund failed" on the page "Refund"
 */
export class StandInRefunds {
  readonly #merchantAccount: string;
  readonly #payments: StandInPayments;
  readonly #references: References;
  readonly #happened: Happened;

  constructor(deps: {
    readonly merchantAccount: string;
    readonly payments: StandInPayments;
    readonly references: References;
    readonly happened: Happened;
  }) {
    this.#merchantAccount = deps.merchantAccount;
    this.#payments = deps.payments;
    this.#references = deps.references;
    this.#happened = deps.happened;
  }

  /** Somebody refunds a payment in the Customer Area: the refund has the payment's merchant reference. */
  byHand(attemptId: string, value: number): Item {
    const payment = this.#payments.named(attemptId);
    payment.returned += value;
    const { amount, pspReference: originalReference } = payment;
    return this.#happened('REFUND', attemptId, { amount: { ...amount, value }, originalReference });
  }

  refund(pspReference: string, body: Readonly<Record<string, unknown>>): Answer {
    const payment = this.#payments.find({ pspReference });
    if (payment === undefined) return unknownPayment;
    const { amount, reference } = body as { amount: Payment['amount']; reference: string };
    const isTooMuch = payment.returned + amount.value > payment.amount.value;
    const reason = isTooMuch
      ? 'Insufficient balance on payment'
      : "Transaction hasn't been captured, refund not possible";
    const isRefused = isTooMuch || !payment.isCaptured;
    const refundReference = this.#references.next();
    const about = { amount, originalReference: pspReference, pspReference: refundReference };
    this.#happened('REFUND', reference, { ...about, ...(isRefused && { success: 'false', reason }) });
    if (!isRefused) this.#settle(payment, reference, about);
    return this.#received({ pspReference, reference, refundReference, amount });
  }

  /** Returns a whole payment: cancels it before its capture, or refunds it. */
  reverse(pspReference: string, body: Readonly<Record<string, unknown>>): Answer {
    const payment = this.#payments.find({ pspReference });
    if (payment === undefined) return unknownPayment;
    const { reference } = body as { reference: string };
    const { amount, isCaptured } = payment;
    const isPossible = payment.returned === 0;
    const refundReference = this.#references.next();
    const about = { amount, originalReference: pspReference, pspReference: refundReference };
    this.#happened('CANCEL_OR_REFUND', reference, {
      ...about,
      additionalData: { 'modification.action': isCaptured ? 'refund' : 'cancel' },
      ...(!isPossible && { success: 'false', reason: 'Insufficient balance on payment' }),
    });
    if (isPossible) this.#settle(payment, reference, about);
    return this.#received({ pspReference, reference, refundReference });
  }

  /** Makes a refund that was accepted. If the card scheme then rejects it, Adyen reports the rejection after the success. */
  #settle(
    payment: Payment,
    reference: string,
    about: Pick<Item, 'amount' | 'originalReference' | 'pspReference'>,
  ): void {
    if (payment.outcome === 'refundFails') {
      this.#happened('REFUND_FAILED', reference, { ...about, reason: 'Refund Failed' });
    } else {
      payment.returned += about.amount.value;
    }
  }

  #received({
    pspReference: paymentPspReference,
    refundReference: pspReference,
    ...others
  }: {
    readonly pspReference: string;
    readonly refundReference: string;
    readonly reference: string;
    readonly amount?: object;
  }): Answer {
    const merchantAccount = this.#merchantAccount;
    const body = { merchantAccount, paymentPspReference, pspReference, status: 'received', ...others };
    return { status: 201, body };
  }
}
