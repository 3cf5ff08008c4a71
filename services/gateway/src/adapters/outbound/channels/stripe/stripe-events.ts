import type Stripe from 'stripe';
import type { ChannelNotification } from '../../../../ports/channel-callback.ts';
import { ATTEMPT_KEY, REFUND_KEY } from './stripe-calls.ts';
import { mayHavePaidBack, readDispute } from './stripe-dispute-reports.ts';
import { type FoundPayment, intentOf } from './stripe-disputes.ts';
import { type AppliedAs, handlingOf } from './stripe-event-types.ts';
import { type IntentReading, readCharge, readIntent, readRefund } from './stripe-results.ts';

export type EventReading =
  | { readonly kind: 'read'; readonly notification: ChannelNotification }
  /**
   * An event that contains only Stripe's ID of the payment intent. The gateway must ask Stripe which attempt the payment intent
   * belongs to, and then complete the reading.
   */
  | { readonly kind: 'of_payment'; readonly intentId: string; readonly complete: Completion }
  /** The event says only that money was returned. The gateway must ask Stripe for the payment's refunds. */
  | { readonly kind: 'refunds_of'; readonly intentId: string }
  | { readonly kind: 'not_understood'; readonly detail: string };

/** Completes the reading of an event, after the payment that the event is about was looked up. */
type Completion = (payment: FoundPayment) => EventReading;

/**
 * The first API version in which Stripe sends `refund.…` events about refunds of charges (Stripe's changelog,
 * 2024-10-28.acacia). A version's name starts with its date.
 */
export const REFUND_EVENTS_SINCE = '2024-10-28';

/**
 * Reads an event from Stripe ("Types of events" in Stripe's documentation). An event is irrelevant if it is about a payment
 * that the gateway did not make.
 */
export function readEvent(event: Stripe.Event): EventReading {
  if (event.account) return readOfConnected(event, event.account);
  const handling = handlingOf(event.type);
  switch (handling.kind) {
    case 'applied':
      return readAs(handling.as, event);
    case 'for_operator':
      return readForOperator(event, handling.because);
    case 'noted':
    case 'irrelevant':
      return irrelevant(event.type);
    case 'unpublished':
      return readUnpublished(event);
  }
}

function readAs(as: AppliedAs, event: Stripe.Event): EventReading {
  const object: unknown = event.data.object;
  switch (as) {
    case 'intent': {
      const intent = object as Stripe.PaymentIntent;
      const attemptId = intent.metadata?.[ATTEMPT_KEY];
      if (intent.status === 'processing' && attemptId !== undefined) {
        const openingReference = intent.id;
        return { kind: 'read', notification: { kind: 'payment_under_way', attemptId, openingReference } };
      }
      return ofPayment(intent.metadata, intent.id, readIntent(intent)) ?? irrelevant(event.type);
    }
    case 'charge': {
      const charge = object as Stripe.Charge;
      const openingReference = intentOf(charge) ?? charge.id;
      return ofPayment(charge.metadata, openingReference, readCharge(charge)) ?? irrelevant(event.type);
    }
    case 'refund':
      return readRefundEvent(object as Stripe.Refund, event.type, timeOf(event).toldAt);
    case 'refunds_of_charge': {
      const intentId = intentOf(object as Stripe.Charge);
      const isReportedOtherwise = (event.api_version ?? '') >= REFUND_EVENTS_SINCE;
      return intentId === null || isReportedOtherwise
        ? irrelevant(event.type)
        : { kind: 'refunds_of', intentId };
    }
    case 'dispute': {
      const dispute = object as Stripe.Dispute;
      const intentId = intentOf(dispute);
      if (intentId === null) return irrelevant(event.type);
      return {
        kind: 'of_payment',
        intentId,
        complete: (payment) => readDisputeOf(dispute, { intentId, ...timeOf(event) }, payment),
      };
    }
  }
}

/**
 * Reads a refund. A refund without a refund ID of the gateway was made by somebody else, for example in Stripe's dashboard, or
 * by Stripe itself. Its payment is looked up by the payment intent.
 *
 * @param stateAt when the refund was in this state at Stripe
 */
export function readRefundEvent(refund: Stripe.Refund, type: string, stateAt?: Date): EventReading {
  const reading = readRefund(refund, stateAt);
  const refundId = refund.metadata?.[REFUND_KEY];
  const openingReference = intentOf(refund);
  if (reading.kind === 'under_way') return irrelevant(type);
  if (refundId !== undefined) {
    if (reading.kind === 'not_understood') return reading;
    const of = openingReference === null ? {} : { openingReference };
    const { result } = reading;
    return {
      kind: 'read',
      notification: { kind: 'refund', refundId, channelReference: refund.id, ...of, result },
    };
  }
  if (openingReference === null) return irrelevant(type);
  const complete: Completion = (payment) => {
    if (payment.kind === 'unseen') return aboutUnseen(`${type} (${refund.id})`, openingReference);
    // Stripe also lists the release of authorised money as a refund, although that money was never paid.
    if (!payment.isPaid) return irrelevant(type);
    if (reading.kind === 'not_understood') return notUnderstood(reading, payment, openingReference);
    const attemptId = nameOf(payment, openingReference);
    return {
      kind: 'read',
      notification: {
        kind: 'refund_by_reference',
        attemptId,
        openingReference,
        channelReference: refund.id,
        result: reading.result,
      },
    };
  };
  return { kind: 'of_payment', intentId: openingReference, complete };
}

/** Reads an event that only an operator can act on. Its object is a payment intent, or names one. */
function readForOperator({ type, data }: Stripe.Event, because: string): EventReading {
  const object = data.object as { id: string; object: string; payment_intent?: string | null };
  const intentId = object.object === 'payment_intent' ? object.id : intentOf(object as never);
  if (intentId === null) return irrelevant(type);
  const complete: Completion = (payment) => {
    if (payment.kind === 'unseen') return aboutUnseen(type, intentId);
    const detail = `Stripe reports ${type}: ${because}`;
    return forOperator(nameOf(payment, intentId), detail, intentId);
  };
  return { kind: 'of_payment', intentId, complete };
}

/**
 * Reads an event whose type Stripe published later. If the event contains one of the gateway's IDs, reports it to the operator.
 */
function readUnpublished(event: Stripe.Event): EventReading {
  const reference = ownReference(event);
  return reference === undefined
    ? irrelevant(event.type)
    : forOperator(reference, `Stripe reports ${event.type}, which this version of the gateway does not know`);
}

/**
 * Reads an event of a connected account (`account` in the event, "Connect webhooks"). The gateway creates nothing in connected
 * accounts. But their owners can write one of the gateway's references into a payment's metadata, so an event with such a
 * reference is only reported to the operator.
 */
function readOfConnected(event: Stripe.Event, account: string): EventReading {
  const reference = ownReference(event);
  if (reference === undefined) return irrelevant(event.type);
  const detail = `Stripe reports ${event.type} of the connected account ${account}, in which the gateway makes no payments`;
  return forOperator(reference, detail);
}

function ownReference({ data }: Stripe.Event): string | undefined {
  const { metadata } = data.object as { readonly metadata?: Stripe.Metadata | null };
  return metadata?.[ATTEMPT_KEY] ?? metadata?.[REFUND_KEY];
}

/** Returns when Stripe created the event, together with its snapshot of the object. */
function timeOf({ created }: Partial<Stripe.Event>): { readonly toldAt?: Date } {
  return created === undefined ? {} : { toldAt: new Date(created * 1000) };
}

/** Reads a dispute, after the disputed payment was looked up. */
function readDisputeOf(
  dispute: Stripe.Dispute,
  { intentId, ...time }: { readonly intentId: string; readonly toldAt?: Date },
  payment: FoundPayment,
): EventReading {
  const type = `dispute ${dispute.status}`;
  if (payment.kind === 'unseen') return aboutUnseen(`a dispute (${dispute.status})`, intentId);
  const attemptId = nameOf(payment, intentId);
  const reading = readDispute(dispute);
  switch (reading.kind) {
    case 'not_understood':
      return notUnderstood(reading, payment, intentId);
    case 'under_way': {
      if (!mayHavePaidBack(dispute)) return irrelevant(type);
      const detail = `Stripe prevented the dispute ${dispute.id}. Look at it in Stripe’s dashboard: if the consumer got the money, record the loss`;
      return forOperator(attemptId, detail, intentId);
    }
    case 'ended': {
      const report = { ...reading.result, ...time };
      return {
        kind: 'read',
        notification: { kind: 'dispute', attemptId, openingReference: intentId, report },
      };
    }
  }
}

function ofPayment(
  metadata: Stripe.Metadata | null | undefined,
  openingReference: string,
  reading: IntentReading,
): EventReading | undefined {
  const attemptId = metadata?.[ATTEMPT_KEY];
  if (attemptId === undefined) return undefined;
  switch (reading.kind) {
    case 'ended':
      return {
        kind: 'read',
        notification: { kind: 'payment', attemptId, openingReference, result: reading.result },
      };
    case 'not_understood':
      return reading;
    case 'under_way':
    case 'awaits_action':
    case 'not_confirmed':
    case 'to_capture':
      return undefined;
  }
}

/**
 * Reports an event from a Stripe account that the key does not belong to. The gateway may have made the payment in that account
 * before an operator replaced the key.
 */
function aboutUnseen(what: string, intentId: string): EventReading {
  const detail = `Stripe reports ${what} of a payment that cannot be found with the account’s key`;
  return forOperator(intentId, detail);
}

/**
 * Returns the ID of the attempt that a payment was made for. If the payment's metadata names no attempt, returns the payment's
 * own ID: the gateway then looks for an attempt that it has opened under this ID, and drops the report if there is none.
 */
function nameOf(payment: Exclude<FoundPayment, { kind: 'unseen' }>, intentId: string): string {
  return payment.kind === 'known' ? payment.attemptId : intentId;
}

/**
 * Returns a report that is not understood about a payment. If the payment's metadata names no attempt, the report is for an
 * operator: the gateway drops it if it has opened no attempt under this intent.
 */
function notUnderstood(
  reading: Extract<EventReading, { kind: 'not_understood' }>,
  payment: Exclude<FoundPayment, { kind: 'unseen' }>,
  intentId: string,
): EventReading {
  return payment.kind === 'known' ? reading : forOperator(intentId, reading.detail, intentId);
}

function forOperator(reference: string, detail: string, openingReference?: string): EventReading {
  const named = openingReference === undefined ? {} : { openingReference };
  return { kind: 'read', notification: { kind: 'for_operator', reference, ...named, detail } };
}

function irrelevant(type: string): EventReading {
  return { kind: 'read', notification: { kind: 'irrelevant', type } };
}
