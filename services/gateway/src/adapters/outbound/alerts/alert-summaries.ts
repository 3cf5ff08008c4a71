import type { Alert } from '../../../ports/alerts.ts';

/** What each kind of alert means, in the same words as the rules for Prometheus. */
export const alertSummaries: Readonly<Record<Alert['kind'], string>> = {
  no_worker: 'No worker runs on any instance, so due work is not done.',
  database_unusable: 'An instance cannot use its database.',
  clock_wrong: 'The clock of an instance is wrong, so it runs no duties.',
  certificate_unusable:
    'The certificate of the public ports expires soon, or its replacement cannot be used.',
  duty_failed: 'Background work fails again and again.',
  work_parked: 'Work failed too often and waits for an operator.',
  storage_refused: 'The database permanently refuses an operation.',
  account_unusable: 'The account of a channel cannot be used.',
  channel_circuit_opened: 'A channel gets no new payments, because too many calls to it failed.',
  channel_unavailable: 'Many calls about refunds or a channel’s books have no usable answer.',
  result_quarantined: 'A channel’s report contradicts an order, and was not applied.',
  foreign_report: 'A channel reported on a payment that was made at another channel.',
  report_for_operator: 'A channel reported something that the gateway cannot act on.',
  payment_uncollected: 'A channel could not collect a payment that it had reported as successful.',
  cancellation_given_up: 'A channel has not said how an attempt ended, so it may have been paid.',
  money_returned: 'A late or second payment is returned automatically.',
  return_failed: 'A late or second payment could not be returned.',
  refund_unresolved: 'A refund has no result after many attempts.',
  dispute_unresolved: 'The outcome of a dispute is long overdue.',
  returned_too_much: 'More money went back than was paid.',
  reconciliation_difference: 'A channel’s books of a day differ from the gateway’s.',
  webhook_failed: 'Many attempts to deliver webhooks failed.',
  event_given_up: 'An event was not delivered, and is not retried any more.',
  webhook_switched_off: 'A webhook address answered 410 and gets no more events.',
  card_testing: 'Somebody probably tries out stolen cards.',
  guesses_refused: 'Callers forge signatures or guess secrets.',
};
