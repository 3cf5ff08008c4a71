import { createHash } from 'node:crypto';

/**
 * An order's ID is derived from the merchant's transaction ID, which therefore always gives the same order ID. A repeated
 * creation finds its order by this ID, and the database needs no second unique index. The IDs of attempts, refunds and events
 * contain the hash from their order's ID.
 */

const HASH_LENGTH = 32;
/**
 * The hash in the transaction ID of a refund that was made at the processor is shorter, because such an ID has at most 64
 * characters.
 */
const CHANNEL_HASH_LENGTH = 24;

function hashOf(...parts: readonly string[]): string {
  // Join the parts with zero bytes. No part contains a zero byte, so two different lists of parts never give the same joined
  // string.
  return createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, HASH_LENGTH);
}

/**
 * Returns the ID of a merchant's order. If the merchant has a region, this ID and the IDs of all parts of the order begin with
 * the region. A sharded database can then keep the orders of a region on the region's own servers.
 */
export function deriveOrderId(merchantId: string, merchantTransactionId: string): string {
  const region = regionOf(merchantId);
  return `ord_${region}${hashOf('order', merchantId, merchantTransactionId).slice(region.length)}`;
}

/**
 * Returns the region that a merchant's ID contains: two hexadecimal digits, or an empty string if it contains none. A merchant
 * never changes its region.
 */
function regionOf(merchantId: string): string {
  return /^mer_r([0-9a-f]{2})[0-9a-f]{30}$/.exec(merchantId)?.[1] ?? '';
}

export function isOrderId(text: string): boolean {
  return /^ord_[0-9a-f]{32}$/.test(text);
}

/**
 * Returns the key of the record that says which order uses a refund ID. Only one order of a merchant can use each refund ID.
 */
export function deriveRefundClaimId(merchantId: string, refundTransactionId: string): string {
  return `clm_${hashOf('refund', merchantId, refundTransactionId)}`;
}

export function attemptIdOf(orderId: string, attemptNumber: number): string {
  return `txn_${orderHash(orderId)}_${attemptNumber}`;
}

export function isAttemptId(text: string): boolean {
  return /^txn_[0-9a-f]{32}_[1-9][0-9]{0,5}$/.test(text);
}

/**
 * Returns the gateway's ID of a refund. The channel gets it as the idempotency key, so it stays the same however often the
 * refund is sent.
 */
export function refundIdOf(orderId: string, refundNumber: number): string {
  return `rfd_${orderHash(orderId)}_${refundNumber}`;
}

/** Whether a string is the gateway's ID of a refund, and not an ID of a case or of something else. */
export function isRefundId(text: string): boolean {
  return /^rfd_[0-9a-f]{32}_[1-9][0-9]{0,5}$/.test(text);
}

/**
 * Returns the transaction ID of a refund that somebody made at the processor by hand. It is derived from the channel's
 * reference, so a repeated report finds the same refund. Merchants use it like the IDs that they choose themselves.
 */
export function channelRefundTransactionIdOf(
  orderId: string,
  channelId: string,
  channelReference: string,
): string {
  const hash = hashOf('channel refund', channelId, channelReference).slice(0, CHANNEL_HASH_LENGTH);
  return `chn_${orderHash(orderId)}_${hash}`;
}

export function eventIdOf(orderId: string, sequence: number): string {
  return `evt_${orderHash(orderId)}_${sequence}`;
}

export function setAsideIdOf(orderId: string, setAsideNumber: number): string {
  return `qtn_${orderHash(orderId)}_${setAsideNumber}`;
}

/**
 * Returns the ID of the case that opens if a channel could not collect an attempt's money. It must differ from the attempt's
 * ID, which is already the ID of another case: the one that opens if the attempt's result is unknown.
 */
export function uncollectedCaseIdOf(attemptId: string): string {
  return `ucl_${attemptId.slice('txn_'.length)}`;
}

/**
 * Returns the ID of the case that opens if a dispute's outcome is long overdue. An order can have several disputes in turn, so
 * the ID contains the dispute's number.
 */
export function disputeCaseIdOf(orderId: string, disputeNumber: number): string {
  return `dsp_${orderHash(orderId)}_${disputeNumber}`;
}

/**
 * Returns the ID of the case `return_failed`, which opens if the refund of a late or second payment has failed. If it is
 * unknown whether the refund was made, the case `refund_unresolved` opens instead, whose ID is the refund's ID.
 */
export function returnCaseIdOf(refundId: string): string {
  return `rtn_${refundId.slice('rfd_'.length)}`;
}

/**
 * Returns the ID of the case that opens if more of an order's money went back to the consumer than was paid. The ID contains
 * how many refunds and lost disputes returned the money, so a further one opens a new case.
 */
export function excessCaseIdOf(orderId: string, returns: number): string {
  return `exc_${orderHash(orderId)}_${returns}`;
}

const derivedIdPattern = /^(?:txn|rfd|evt|qtn|ucl|dsp|rtn|exc)_([0-9a-f]{32})_([1-9][0-9]{0,5})$/;

const channelRefundPattern = /^chn_([0-9a-f]{32})_[0-9a-f]{24}$/;

/**
 * Returns the ID of the order to which an attempt, refund, event or case belongs. Undefined if the string is not an ID of this
 * kind.
 */
export function orderIdOf(derivedId: string): string | undefined {
  const [, hash] = derivedIdPattern.exec(derivedId) ?? channelRefundPattern.exec(derivedId) ?? [];
  return hash === undefined ? undefined : `ord_${hash}`;
}

/**
 * Returns the number at the end of the ID of an attempt, refund, event or case. It is the number of this object within its
 * payment order. Undefined if the string is not such an ID.
 */
export function numberIn(derivedId: string): number | undefined {
  const [, , number] = derivedIdPattern.exec(derivedId) ?? [];
  return number === undefined ? undefined : Number(number);
}

function orderHash(orderId: string): string {
  return orderId.slice('ord_'.length);
}
