import { createHash } from 'node:crypto';

/**
 * The order's ID is derived, not random: a merchant's transaction ID always gives the same order ID. A repeated creation
 * therefore finds its order, and uniqueness needs no second index. The IDs of attempts, refunds and events contain the hash
 * from the order's ID.
 */

const HASH_LENGTH = 32;

function hashOf(...parts: readonly string[]): string {
  // No part can contain a zero byte, so two different lists of parts never give the same hash input.
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, HASH_LENGTH);
}

export function deriveOrderId(merchantId: string, merchantTransactionId: string): string {
  return `ord_${hashOf('order', merchantId, merchantTransactionId)}`;
}

export function isOrderId(text: string): boolean {
  return /^ord_[0-9a-f]{32}$/.test(text);
}

/** The key under which a merchant's refund ID is claimed for one of the merchant's orders. */
export function deriveRefundClaimId(merchantId: string, refundNumber: string): string {
  return `clm_${hashOf('refund', merchantId, refundNumber)}`;
}

export function attemptIdOf(orderId: string, attemptNumber: number): string {
  return `txn_${orderHash(orderId)}_${attemptNumber}`;
}

/**
 * The gateway's ID of a refund. It is also the idempotency key at the channel, so it stays the same however often the refund is
 * sent.
 */
export function refundIdOf(orderId: string, refundNumber: number): string {
  return `rfd_${orderHash(orderId)}_${refundNumber}`;
}

export function eventIdOf(orderId: string, sequence: number): string {
  return `evt_${orderHash(orderId)}_${sequence}`;
}

export function setAsideIdOf(orderId: string, setAsideNumber: number): string {
  return `qtn_${orderHash(orderId)}_${setAsideNumber}`;
}

/**
 * The ID of the case of an attempt whose money its channel could not collect. Other cases of the attempt use the attempt's ID.
 */
export function uncollectedCaseIdOf(attemptId: string): string {
  return `ucl_${attemptId.slice('txn_'.length)}`;
}

/**
 * The ID of the case of a dispute without an outcome. The number distinguishes disputes that follow each other in one order.
 */
export function disputeCaseIdOf(orderId: string, disputeNumber: number): string {
  return `dsp_${orderHash(orderId)}_${disputeNumber}`;
}

/** The ID of the case of a failed return of a late or second payment. The other case of the refund uses the refund's ID. */
export function returnCaseIdOf(refundId: string): string {
  return `rtn_${refundId.slice('rfd_'.length)}`;
}

/**
 * The ID of the case of an order that returned more than was paid. It contains the number of returns, so a further refund or
 * lost dispute makes a new case.
 */
export function excessCaseIdOf(orderId: string, returns: number): string {
  return `exc_${orderHash(orderId)}_${returns}`;
}

const derivedIdPattern = /^(?:txn|rfd|evt|qtn|ucl|dsp|rtn|exc)_([0-9a-f]{32})_([1-9][0-9]{0,5})$/;

/** The ID of the order that an attempt, refund, event or case belongs to; undefined if the string is not such an ID. */
export function orderIdOf(derivedId: string): string | undefined {
  const [, hash] = derivedIdPattern.exec(derivedId) ?? [];
  return hash === undefined ? undefined : `ord_${hash}`;
}

/**
 * Reads the number from the ID of an attempt, a refund, an event or a set-aside report: each is numbered within its order.
 * Undefined if the string is not such an ID.
 */
export function numberIn(derivedId: string): number | undefined {
  const [, , number] = derivedIdPattern.exec(derivedId) ?? [];
  return number === undefined ? undefined : Number(number);
}

function orderHash(orderId: string): string {
  return orderId.slice('ord_'.length);
}
