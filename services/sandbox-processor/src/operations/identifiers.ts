import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Derives an ID from an idempotency key, so that the same key always gives the same ID. IDs are unique in the database. So only
 * one of several calls with the same key can insert its entry.
 */
export function derivedId(
  prefix: 'sbx_pay_' | 'sbx_ref_' | 'sbx_vou_' | 'sbx_vrf_',
  idempotencyKey: string,
): string {
  return prefix + createHash('sha256').update(`${prefix}\n${idempotencyKey}`).digest('hex').slice(0, 24);
}

export function newEventId(): string {
  return `sbx_evt_${randomBytes(12).toString('hex')}`;
}

export function newDisputeId(): string {
  return `sbx_dis_${randomBytes(12).toString('hex')}`;
}

/** A token of 144 random bits, which nobody can guess. */
export function newToken(): string {
  return randomBytes(18).toString('base64url');
}

/** Compares a secret with the expected one. The time taken does not reveal how much of the secret is right. */
export function isSameToken(given: string, expected: string): boolean {
  const [givenBytes, expectedBytes] = [Buffer.from(given), Buffer.from(expected)];
  return givenBytes.length === expectedBytes.length && timingSafeEqual(givenBytes, expectedBytes);
}

/**
 * A hash of a call's content, which distinguishes different calls. The content must never include a card number or a security
 * code.
 */
export function fingerprintOf(parts: readonly (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
