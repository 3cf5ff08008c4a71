import { isCardNumber, orderLimits } from '@kassa/contracts';
import type { AttemptFailure, PaymentResult } from '../../../../domain/attempt/payment-attempt.ts';
import type { DisputeReport } from '../../../../domain/dispute/dispute.ts';
import { orderIdOf } from '../../../../domain/order/order-identifiers.ts';
import type { RefundFailure, RefundResult } from '../../../../domain/refund/refund.ts';
import type {
  CallbackReading,
  ChannelNotification,
  GenuineCallback,
} from '../../../../ports/channel-callback.ts';
import type {
  CancellationAnswer,
  DisputeInquiry,
  OpeningAnswer,
  PaymentInquiry,
  RefundAnswer,
  RefundInquiry,
  SubmissionAnswer,
} from '../../../../ports/payment-channel.ts';
import { boundedText, lastFourOf } from './channel-text.ts';

/**
 * Limits the strings in a channel's answers, because orders store them. A text for people is shortened, and a card number in it
 * is replaced. A reference cannot be changed, because the channel would not recognise it any more. So if a reference is too
 * long or contains a card number, the whole answer counts as not usable.
 */

const TOO_LONG = `its answer contains a reference that is a card number or has more than ${orderLimits.referenceBytes} bytes`;

/** The maximum length of an explanation. Explanations may be longer than the messages that orders store. */
export const DETAIL_BYTES = 1_024;

/** The name of a card brand or a wallet. */
const NAME_BYTES = 32;

export function boundedOpening(answer: OpeningAnswer): OpeningAnswer {
  if (answer.kind === 'refused') return { ...answer, failure: boundedFailure(answer.failure) };
  if (answer.kind === 'unavailable') return answer;
  const { opening } = answer;
  if (isUnusable(opening.channelReference)) return { kind: 'unavailable', detail: TOO_LONG };
  const isLarge = Buffer.byteLength(JSON.stringify(opening)) > orderLimits.openingBytes;
  return isLarge ? { kind: 'unavailable', detail: 'its answer is too large to store' } : answer;
}

export function boundedSubmission(answer: SubmissionAnswer): SubmissionAnswer {
  switch (answer.kind) {
    case 'refused':
      return { ...answer, failure: boundedFailure(answer.failure) };
    case 'ended': {
      const result = boundedResult(answer.result);
      return result === undefined ? { kind: 'unknown', detail: TOO_LONG } : { kind: 'ended', result };
    }
    case 'action_required':
      return isLongAddress(answer.action.url)
        ? { kind: 'unknown', detail: 'its answer contains an address that is too long to store' }
        : answer;
    case 'pending':
    case 'unknown':
      return answer;
  }
}

export function boundedPayment<Answer extends PaymentInquiry | CancellationAnswer>(
  answer: Answer,
): Answer | Extract<PaymentInquiry, { kind: 'ended' | 'not_understood' }> {
  if (answer.kind !== 'ended') return answer;
  const result = boundedResult(answer.result);
  return result === undefined ? { kind: 'not_understood', detail: TOO_LONG } : { kind: 'ended', result };
}

/**
 * Limits the answer to a refund request. If the channel's reference is too long to store, it is treated as if there were no
 * answer, so the refund's outcome is unknown. The gateway then asks the channel again, and finally reports the refund to an
 * operator.
 */
export function boundedRefund(answer: RefundAnswer): RefundAnswer {
  switch (answer.kind) {
    case 'refused':
      return { ...answer, failure: boundedWords(answer.failure) };
    case 'pending':
      return isUnusable(answer.channelReference) ? { kind: 'unknown', detail: TOO_LONG } : answer;
    case 'ended':
      return isUnusable(answer.channelReference)
        ? { kind: 'unknown', detail: TOO_LONG }
        : { ...answer, result: boundedRefundResult(answer.result) };
    case 'not_sent':
    case 'unknown':
      return answer;
  }
}

export function boundedRefundInquiry(answer: RefundInquiry): RefundInquiry {
  if (answer.kind !== 'pending' && answer.kind !== 'ended') return answer;
  if (isUnusable(answer.channelReference)) return { kind: 'unavailable', detail: TOO_LONG };
  return answer.kind === 'pending' ? answer : { ...answer, result: boundedRefundResult(answer.result) };
}

export function boundedDispute(answer: DisputeInquiry): DisputeInquiry {
  if (answer.kind !== 'known') return answer;
  const report = boundedReport(answer.report);
  return report === undefined ? { kind: 'not_understood', detail: TOO_LONG } : { kind: 'known', report };
}

/**
 * Limits the size of the callbacks in a batch. If one callback is too large to store, the gateway refuses the whole batch and
 * raises an alert. The channel then sends the batch again.
 */
export function boundedCallbacks(reading: CallbackReading): CallbackReading {
  if (reading.kind === 'not_understood') return { ...reading, reference: boundedId(reading.reference) };
  if (reading.kind !== 'genuine') return reading;
  const callbacks: GenuineCallback[] = [];
  for (const callback of reading.callbacks) {
    const notification = boundedNotification(callback.notification);
    if (notification === undefined) {
      return { kind: 'not_understood', reference: referenceOf(callback.notification), reason: TOO_LONG };
    }
    callbacks.push({ ...callback, notification });
  }
  return { ...reading, callbacks };
}

/**
 * Limits the explanations that come with an answer. They are stored with a case or written to the log, and a processor's text may
 * be part of them.
 */
export function withBoundedDetails<Answer extends object>(answer: Answer): Answer {
  const details = Object.entries(answer).filter(
    (member): member is [string, string] => isDetail(member[0]) && typeof member[1] === 'string',
  );
  return {
    ...answer,
    ...Object.fromEntries(details.map(([name, text]) => [name, boundedText(text, DETAIL_BYTES)])),
  };
}

function isDetail(name: string): boolean {
  return name === 'detail' || name === 'reason';
}

function boundedNotification(notification: ChannelNotification): ChannelNotification | undefined {
  if (notification.kind === 'irrelevant') {
    return { ...notification, type: boundedText(notification.type, orderLimits.codeBytes) };
  }
  if (isUnusable(notification.openingReference) || isUnusable(notification.paymentReference))
    return undefined;
  const bounded = withBoundedContent(notification);
  if (bounded === undefined || !('attemptId' in bounded)) return bounded;
  return { ...bounded, attemptId: boundedId(bounded.attemptId) };
}

function withBoundedContent(
  notification: Exclude<ChannelNotification, { kind: 'irrelevant' }>,
): Exclude<ChannelNotification, { kind: 'irrelevant' }> | undefined {
  switch (notification.kind) {
    case 'payment': {
      const result = boundedResult(notification.result);
      return result && { ...notification, result };
    }
    case 'refund':
      return isUnusable(notification.channelReference) || isUnusable(notification.refundId)
        ? undefined
        : { ...notification, result: boundedRefundResult(notification.result) };
    case 'refund_by_reference': {
      const { channelReference, amount, result } = notification;
      if (isUnusable(channelReference)) return undefined;
      const named = amount && { amount: boundedMoney(amount) };
      return { ...notification, ...named, result: boundedRefundResult(result) };
    }
    case 'dispute': {
      const report = boundedReport(notification.report);
      return report && { ...notification, report };
    }
    case 'uncollected': {
      const { channelReference, eventReference, reason } = notification;
      return isUnusable(channelReference) || isUnusable(eventReference)
        ? undefined
        : { ...notification, reason: boundedText(reason, orderLimits.messageBytes) };
    }
    case 'for_operator': {
      const { reference, detail } = notification;
      return {
        ...notification,
        reference: boundedId(reference),
        detail: boundedText(detail, orderLimits.messageBytes),
      };
    }
    case 'payment_under_way':
      return notification;
  }
}

/**
 * Shortens the ID in a report and removes card numbers from it, unless it is an ID of the gateway. Somebody at the processor
 * may have entered something else instead of an ID, even a card number. The gateway does not need that string, because it finds
 * the attempt by the reference of the payment instead.
 */
export function boundedId(id: string): string {
  return orderIdOf(id) === undefined ? boundedText(id, orderLimits.referenceBytes) : id;
}

/** The gateway's own ID in a notification. */
function referenceOf(notification: ChannelNotification): string {
  if ('attemptId' in notification) return boundedId(notification.attemptId);
  return 'refundId' in notification ? boundedId(notification.refundId) : 'unknown';
}

function boundedReport(report: DisputeReport): DisputeReport | undefined {
  if (isUnusable(report.channelReference)) return undefined;
  const { reason, channelUrl, ...rest } = report;
  return {
    ...rest,
    amount: boundedMoney(report.amount),
    ...(reason && { reason: { ...reason, code: boundedText(reason.code, orderLimits.codeBytes) } }),
    // Leave out an unusable address. It cannot be shortened, and the merchant does not need it.
    ...(channelUrl !== undefined && isLinkToShow(channelUrl) && { channelUrl }),
  };
}

function isLinkToShow(address: string): boolean {
  return Buffer.byteLength(address) <= orderLimits.linkBytes && URL.parse(address)?.protocol === 'https:';
}

function boundedResult(result: PaymentResult): PaymentResult | undefined {
  switch (result.kind) {
    case 'succeeded':
      return isUnusable(result.paymentReference)
        ? undefined
        : {
            ...result,
            paid: boundedMoney(result.paid),
            card: boundedCard(result.card),
            ...(result.wallet !== undefined && { wallet: boundedText(result.wallet, NAME_BYTES) }),
          };
    case 'failed':
      return isUnusable(result.declineReference)
        ? undefined
        : { ...result, failure: boundedFailure(result.failure), card: boundedCard(result.card) };
    case 'cancelled':
      return result;
  }
}

function boundedRefundResult(result: RefundResult): RefundResult {
  return result.kind === 'failed'
    ? { ...result, failure: boundedWords(result.failure) }
    : { ...result, returned: boundedMoney(result.returned) };
}

type Reported = Extract<RefundResult, { kind: 'succeeded' }>['returned'];

/**
 * Shortens the currency code that a channel reports, to 16 bytes. A real currency code has three letters, so a shortened code
 * is never mistaken for one.
 */
export function boundedMoney(money: Reported): Reported {
  return { ...money, currency: boundedText(money.currency, 16) };
}

function boundedCard<Card extends { readonly brand: string; readonly last4: string }>(
  card: Card | null,
): Card | null {
  return card && { ...card, brand: boundedText(card.brand, NAME_BYTES), last4: lastFourOf(card.last4) };
}

function boundedFailure(failure: AttemptFailure): AttemptFailure {
  return { ...failure, ...boundedWords(failure) };
}

function boundedWords({ code, message }: RefundFailure): RefundFailure {
  return {
    code: boundedText(code, orderLimits.codeBytes),
    message: boundedText(message, orderLimits.messageBytes),
  };
}

export function isUnusable(reference: string | undefined): boolean {
  if (reference === undefined) return false;
  return Buffer.byteLength(reference) > orderLimits.referenceBytes || isCardNumber(reference);
}

function isLongAddress(address: string): boolean {
  return Buffer.byteLength(address) > orderLimits.openingBytes;
}
