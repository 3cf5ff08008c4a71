/**
 * What each of Adyen's events means for the gateway ("Webhook types" and "Dispute webhooks" in Adyen's documentation, and
 * `json/Webhooks-v1.json` in Adyen/adyen-openapi; for REVERSAL, its page in Adyen's API explorer). The gateway reports two
 * kinds of events to an operator: unknown events, and events about money that moved without the gateway's request.
 */
export type Meaning =
  | 'payment'
  /**
   * An offer to the consumer has expired. This ends the attempt, unless Adyen may have made other offers for the same attempt.
   */
  | 'offer_closed'
  /** The payment was authorised, but Adyen will not capture the money. So the merchant does not get it. */
  | 'uncollected'
  /** The event says whether a cancellation succeeded. If it did, Adyen will not capture the authorised money. */
  | 'uncollected_if_done'
  | 'refund'
  /** Adyen has returned a payment, either by cancelling it before the capture or by refunding it. */
  | 'reversal'
  /** A refund that Adyen had sent has not reached the consumer, and the money has come back. */
  | 'refund_undone'
  /** The bank announces a dispute. No money has moved. */
  | 'dispute_announced'
  /** The bank has the money, unless the event's dispute status says that the dispute is over. */
  | 'dispute_opened'
  | 'dispute_won'
  | 'dispute_lost'
  /**
   * The dispute's status says whether the bank keeps the money. If the bank does not keep it, an operator has to examine the
   * dispute.
   */
  | 'dispute_by_status'
  | 'for_operator'
  /**
   * The event reports the result of an operation at Adyen, such as a change of an authorisation. The gateway tells the operator
   * only if the operation succeeded.
   */
  | 'for_operator_if_done'
  /**
   * The event reports the result of an operation at Adyen, such as a capture. The gateway tells the operator only if the
   * operation failed.
   */
  | 'for_operator_if_failed'
  /** The event changes nothing for an order of the gateway, for this reason. */
  | { readonly irrelevant: string };

const irrelevant = (reason: string): Meaning => ({ irrelevant: reason });

const noRescue = irrelevant('the gateway does not let Adyen retry declined payments by itself (Auto Rescue)');
const noPartialPayments = irrelevant('the gateway opens no order at Adyen that is paid in parts');
const noPayouts = irrelevant('the gateway pays nobody out through Adyen');
const noBankAccounts = irrelevant('the gateway stores no bank accounts of consumers at Adyen');

export const meanings: Readonly<Record<string, Meaning>> = {
  AUTHENTICATION: irrelevant(
    'the result of 3-D Secure alone; AUTHORISATION tells what became of the payment',
  ),
  AUTHORISATION: 'payment',
  AUTHORISATION_ADJUSTMENT: 'for_operator_if_done',
  AUTORESCUE: noRescue,
  CANCEL_AUTORESCUE: noRescue,
  // Somebody has cancelled the payment in Adyen's Customer Area; the gateway itself only reverses payments. If the cancellation
  // succeeded, Adyen does not capture the money.
  CANCELLATION: 'uncollected_if_done',
  CANCEL_OR_REFUND: 'reversal',
  REVERSAL: 'reversal',
  TECHNICAL_CANCEL: 'uncollected_if_done',
  // A successful capture is ignored, because Adyen captures every payment by itself as soon as it is authorised. Two kinds of
  // events matter: a failed capture, and a capture that succeeds after a failed one (`recaptured`).
  CAPTURE: 'for_operator_if_failed',
  // The money of this payment is not captured for now. After a technical failure, Adyen retries for ten days; after any other
  // failure, the merchant has to capture.
  CAPTURE_FAILED: 'uncollected',
  EXPIRE: 'uncollected',
  HANDLED_EXTERNALLY: 'for_operator',
  OFFER_CLOSED: 'offer_closed',
  PENDING: irrelevant('the payment has no result yet; AUTHORISATION tells it'),
  ORDER_OPENED: noPartialPayments,
  ORDER_CLOSED: noPartialPayments,
  PROCESS_RETRY: irrelevant('Adyen tries the payment once more; AUTHORISATION tells the result'),
  MANUAL_REVIEW_ACCEPT: irrelevant('the payment goes on as if nobody had reviewed it'),
  MANUAL_REVIEW_REJECT: 'for_operator',
  RECURRING_CONTRACT: irrelevant('the gateway stores no cards at Adyen'),
  REPORT_AVAILABLE: irrelevant('the gateway downloads the reports by their days'),

  REFUND: 'refund',
  REFUND_FAILED: 'refund_undone',
  REFUNDED_REVERSED: 'refund_undone',
  REFUND_WITH_DATA: 'for_operator_if_done',
  POSTPONED_REFUND: irrelevant('the refund waits for the capture; REFUND tells the result'),
  VOID_PENDING_REFUND: 'for_operator_if_done',
  PAIDOUT_REVERSED: 'for_operator',
  PAYOUT_DECLINE: noPayouts,
  PAYOUT_EXPIRE: noPayouts,
  PAYOUT_THIRDPARTY: noPayouts,
  DONATION: irrelevant('a donation is a payment of its own, which the gateway did not request'),
  ACH_NOTIFICATION_OF_CHANGE: noBankAccounts,
  DIRECT_DEBIT_NOTICE_OF_CHANGE_NOTIFICATION: noBankAccounts,

  // Only the lists of codes in Adyen's libraries name these events. No document that we have read describes them.
  ADVICE_OF_DEBIT: 'for_operator',
  AUTHORISATION_PENDING: 'for_operator',
  AUTHORISE_REFERRAL: 'for_operator',
  CANCEL: 'for_operator',
  CAPTURE_WITH_EXTERNAL_AUTH: 'for_operator',
  DEACTIVATE_RECURRING: 'for_operator',
  FRAUD_ONLY: 'for_operator',
  FUND_TRANSFER: 'for_operator',
  SUBMIT_RECURRING: 'for_operator',

  // The card's issuer suspects fraud (TC40, SAFE). A refund in time can prevent a chargeback.
  NOTIFICATION_OF_FRAUD: 'for_operator_if_done',
  // The bank asks for information before it disputes the payment. No event reports the end of such a request, so the request
  // opens no dispute. Somebody has to answer it in the Customer Area in time.
  REQUEST_FOR_INFORMATION: 'for_operator',
  ISSUER_COMMENTS: irrelevant('comments on a dispute, to be read in the Customer Area'),
  // The merchant or Adyen has answered a dispute or a request for information. The event does not say which of the two, and no
  // event reports the end of a request, so this event opens no dispute. If a dispute is already open, nothing changes.
  INFORMATION_SUPPLIED: 'for_operator_if_failed',
  NOTIFICATION_OF_CHARGEBACK: 'dispute_announced',
  CHARGEBACK: 'dispute_opened',
  // The merchant has won the dispute for now. The bank may object again, so the dispute stays open.
  CHARGEBACK_REVERSED: 'dispute_opened',
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: 'dispute_won',
  DISPUTE_DEFENSE_PERIOD_ENDED: 'dispute_lost',
  SECOND_CHARGEBACK: 'dispute_lost',
  PREARBITRATION_OPEN: 'dispute_opened',
  PREARBITRATION_WON: 'dispute_won',
  PREARBITRATION_ISSUER_WITHDRAWN: 'dispute_won',
  PREARBITRATION_LOST: 'dispute_lost',
  // These two events do not say whether the merchant wins. Depending on who opened the case, either the merchant or the bank
  // has accepted or declined.
  PREARBITRATION_ACCEPTED: 'dispute_by_status',
  PREARBITRATION_DECLINED: 'dispute_by_status',
  SCHEME_ARBITRATION: 'dispute_opened',
  SCHEME_ARBITRATION_WON: 'dispute_won',
  SCHEME_ARBITRATION_LOST: 'dispute_lost',
};
