import {
  attemptStates,
  type DisputeReason,
  declineCategories,
  disputeCategories,
  disputeStates,
  eventTypes,
  type Money,
  orderStates,
  passedOverReasons,
  refundStates,
  renderTypes,
  routeReasons,
} from '@kassa/contracts';
import type {
  AttemptCancellation,
  AttemptCard,
  AttemptFailure,
  AttemptOpening,
  ChannelFile,
  PaymentAttempt,
  PaymentInstructions,
  UncollectedPayment,
} from '../../../domain/attempt/payment-attempt.ts';
import {
  type Dispute,
  type DisputeInquiryPlan,
  disputeStages,
  type MoneyGivenBack,
} from '../../../domain/dispute/dispute.ts';
import {
  type ChangeCause,
  changeCauses,
  type OrderChangeRecord,
  type RecordedMove,
} from '../../../domain/order/order-change-record.ts';
import type { OrderEvent } from '../../../domain/order/order-event.ts';
import type {
  BillingAddress,
  DisputeFactsAside,
  OrderProduct,
  PaymentOrder,
  QuarantinedResult,
  QuarantinedSubject,
  ReleasedRefundId,
  SettledCase,
} from '../../../domain/order/payment-order.ts';
import {
  type Refund,
  type RefundFailure,
  type RefundReversal,
  refundDelays,
} from '../../../domain/refund/refund.ts';
import type { AttemptRoute, PassedOver } from '../../../domain/routing/attempt-route.ts';
import {
  absentOr,
  always,
  anyNumber,
  anything,
  kinds,
  listOf,
  moment,
  money,
  oneOf,
  orNull,
  part,
  text,
  whole,
  yesOrNo,
} from './document-fields.ts';

const route = part<AttemptRoute>({
  reason: oneOf(...routeReasons),
  passedOver: listOf(part<PassedOver>({ channelId: text, reason: oneOf(...passedOverReasons) })),
});

/** Money as a channel reported it. The amount may be invalid, so only its type is checked. */
export const reportedMoney = part<Money>({ amountMinor: anyNumber, currency: text });

const channelFile = part<ChannelFile>({ url: text, integrity: orNull(text) });

const instructions = part<PaymentInstructions>({
  accountHolder: absentOr(text),
  iban: absentOr(text),
  bic: absentOr(text),
  reference: absentOr(text),
  qr: absentOr(text),
  barcode: absentOr(text),
  voucherUrl: absentOr(text),
});

const opening = part<AttemptOpening>({
  channelReference: text,
  renderType: oneOf(...renderTypes),
  paymentUrl: orNull(text),
  clientSecret: orNull(text),
  publicKey: orNull(text),
  library: orNull(channelFile),
  stylesheet: orNull(channelFile),
  component: orNull(anything<NonNullable<AttemptOpening['component']>>()),
  cardBrands: listOf(text),
  payableUntil: absentOr(moment),
  instructions: absentOr(instructions),
  resultWithinDays: absentOr(whole),
});

export const card = part<AttemptCard>({ brand: text, last4: text, expMonth: whole, expYear: whole });

export const attemptFailure = part<AttemptFailure>({
  code: text,
  message: text,
  category: oneOf(...declineCategories),
});

const attempt = part<PaymentAttempt>({
  attemptId: text,
  methodCode: text,
  channelId: text,
  channelType: text,
  route: orNull(route),
  channelFault: orNull(oneOf('opening_unavailable', 'opening_refused', 'submission_refused')),
  state: oneOf(...attemptStates),
  opening: orNull(opening),
  actionUrl: orNull(text),
  actionDisplay: orNull(oneOf('frame', 'page')),
  paymentReference: orNull(text),
  returnUrl: orNull(text),
  card: orNull(card),
  wallet: absentOr(text),
  failure: orNull(attemptFailure),
  openedAt: moment,
  submittedAt: orNull(moment),
  endedAt: orNull(moment),
  nextCheckAt: orNull(moment),
  checks: whole,
  declines: listOf(text),
  cancellation: orNull(
    part<AttemptCancellation>({
      requestedAt: moment,
      dueAt: moment,
      tries: whole,
      triedAt: orNull(moment),
      isByConsumer: absentOr(yesOrNo),
    }),
  ),
  unresolvedSince: orNull(moment),
  sessionResult: absentOr(text),
  uncollected: orNull(
    part<UncollectedPayment>({
      channelReference: text,
      earlierReferences: absentOr(listOf(text)),
      hasForgottenReferences: absentOr(always),
      since: moment,
      toldAt: absentOr(moment),
      reason: text,
      isCollectedSince: absentOr(always),
    }),
  ),
});

export const refundFailure = part<RefundFailure>({ code: text, message: text });

export const refundReversal = part<RefundReversal>({
  amount: money,
  madeAt: moment,
  reversedAt: moment,
  toldAt: absentOr(moment),
  confirmedAt: absentOr(moment),
});

const refund = part<Refund>({
  refundId: text,
  transactionId: text,
  amount: money,
  requestedAmount: absentOr(money),
  state: oneOf(...refundStates),
  attemptId: text,
  origin: oneOf('merchant', 'late_payment', 'second_payment'),
  fingerprint: text,
  reason: orNull(text),
  remark: orNull(text),
  channelReference: orNull(text),
  failure: orNull(refundFailure),
  createdAt: moment,
  completedAt: orNull(moment),
  nextActionAt: orNull(moment),
  tries: whole,
  acknowledgedAtTry: absentOr(whole),
  refusedAsTooEarly: absentOr(listOf(text)),
  callEndsBy: orNull(moment),
  reachedChannelBy: absentOr(moment),
  foundUnsentAt: orNull(moment),
  unconcludedSince: orNull(moment),
  isMadeAtProcessor: absentOr(always),
  isMadeByHand: absentOr(yesOrNo),
  isFoundMade: absentOr(always),
  correctsRefundId: absentOr(text),
  reversal: absentOr(refundReversal),
  failedByReport: absentOr(text),
  toldAgainAt: absentOr(moment),
  failedToldAt: absentOr(moment),
  delay: absentOr(oneOf(...refundDelays)),
});

export const disputeReason = part<DisputeReason>({ category: oneOf(...disputeCategories), code: text });

export const dispute = part<Dispute>({
  attemptId: text,
  channelReference: text,
  amount: money,
  openingAmount: absentOr(money),
  givenBack: absentOr(listOf(part<MoneyGivenBack>({ amount: money, at: moment }))),
  showsMoneyBack: absentOr(always),
  stage: absentOr(oneOf(...disputeStages)),
  toldAt: absentOr(moment),
  isCalledLost: absentOr(always),
  isFoundByOperator: absentOr(always),
  state: oneOf(...disputeStates),
  openedAt: moment,
  resolvedAt: orNull(moment),
  confirmedAt: absentOr(moment),
  respondBy: orNull(moment),
  reason: absentOr(disputeReason),
  channelUrl: absentOr(text),
  isAnnounced: absentOr(always),
  isUncollected: absentOr(always),
  withdrawnAt: absentOr(moment),
  inquiry: orNull(part<DisputeInquiryPlan>({ dueAt: moment, askedAt: orNull(moment) })),
  unresolvedSince: orNull(moment),
});

const quarantined = part<QuarantinedResult>({
  attemptId: text,
  reported: reportedMoney,
  receivedAt: moment,
  paymentReference: absentOr(text),
  subject: absentOr(
    kinds<QuarantinedSubject>({
      refund: {
        refundId: text,
        result: oneOf('succeeded', 'failed', 'pending'),
        channelReference: absentOr(text),
        reportId: absentOr(text),
        toldAt: absentOr(moment),
      },
      dispute: {
        channelReference: text,
        result: oneOf(...disputeStates),
        isAnnouncement: absentOr(always),
        isOfUnknownDispute: absentOr(always),
        showsMoneyBack: absentOr(always),
        isAfterOutcome: absentOr(yesOrNo),
        stage: absentOr(oneOf(...disputeStages)),
        toldAt: absentOr(moment),
        isCalledLost: absentOr(always),
      },
      uncounted_payment: {
        result: oneOf(
          'refunded',
          'refund_failed',
          'dispute_opened',
          'dispute_won',
          'dispute_lost',
          'uncollected',
        ),
        channelReference: text,
        isAnnouncement: absentOr(always),
        stage: absentOr(oneOf(...disputeStages)),
        toldAt: absentOr(moment),
        showsMoneyBack: absentOr(always),
        isCalledLost: absentOr(always),
        mayReopen: absentOr(always),
        facts: absentOr(
          part<DisputeFactsAside>({
            respondBy: absentOr(moment),
            reason: absentOr(disputeReason),
            channelUrl: absentOr(text),
          }),
        ),
      },
    }),
  ),
});

const settledCase = part<SettledCase>({
  caseId: text,
  kind: oneOf(
    'attempt_unresolved',
    'refund_unresolved',
    'return_failed',
    'payment_uncollected',
    'dispute_unresolved',
    'returned_too_much',
    'result_set_aside',
  ),
  since: moment,
  at: moment,
  note: text,
});

const changeRecord = part<OrderChangeRecord>({
  version: whole,
  at: moment,
  cause: oneOf(...(Object.keys(changeCauses) as ChangeCause[])),
  moves: listOf(part<RecordedMove>({ subject: text, from: orNull(text), to: text })),
  times: absentOr(whole),
  note: absentOr(text),
});

const event = part<OrderEvent>({
  sequence: whole,
  type: oneOf(...eventTypes),
  occurredAt: moment,
  recordedAt: absentOr(moment),
  trace: absentOr(text),
  state: oneOf(...orderStates),
  refund: absentOr(refund),
  failure: absentOr(attemptFailure),
  dispute: absentOr(dispute),
});

/**
 * The schema of the payment order in a stored document. The document also has fields for database queries, which this schema
 * does not describe.
 */
export const order = part<Omit<PaymentOrder, 'orderId' | 'version'>>({
  merchantId: text,
  merchantTransactionId: text,
  fingerprint: text,
  amount: money,
  description: orNull(text),
  products: listOf(
    part<OrderProduct>({
      productId: text,
      name: text,
      price: money,
      quantity: whole,
      imageUrl: absentOr(text),
    }),
  ),
  customerName: orNull(text),
  customerEmail: absentOr(text),
  customerPhone: absentOr(text),
  billingAddress: absentOr(
    part<BillingAddress>({
      line1: text,
      line2: absentOr(text),
      city: text,
      postalCode: absentOr(text),
      state: absentOr(text),
      country: text,
    }),
  ),
  redirectUrl: text,
  cancelUrl: orNull(text),
  locale: absentOr(text),
  paymentMethods: absentOr(listOf(text)),
  state: oneOf(...orderStates),
  createdAt: moment,
  expiresAt: moment,
  resultPatienceSeconds: absentOr(whole),
  trace: absentOr(text),
  paidAt: orNull(moment),
  closedAt: orNull(moment),
  paidByAttemptId: orNull(text),
  attempts: listOf(attempt),
  refunds: listOf(refund),
  releasedRefundNumbers: listOf(part<ReleasedRefundId>({ transactionId: text, epoch: whole })),
  dispute: orNull(dispute),
  wonDisputes: listOf(dispute),
  lostDisputes: listOf(dispute),
  quarantine: listOf(quarantined),
  settledCases: listOf(settledCase),
  history: listOf(changeRecord),
  lastSequence: whole,
  outbox: listOf(event),
});
