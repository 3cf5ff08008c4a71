import { createHash, timingSafeEqual } from 'node:crypto';
import { type OperatorRole, operatorRoles } from '@kassa/contracts';

/** A token with which a person or a program operates the gateway. The token itself is never stored, only its hash. */
export interface OperatorToken {
  /**
   * An ID that is derived from the token and is the primary key of its record. The gateway can compute it from a token that it
   * receives, and so find the record.
   */
  readonly tokenId: string;
  readonly name: string;
  readonly role: OperatorRole;
  /** The SHA-256 of the token in hexadecimal. Tokens are random and long, so a slow hash would not protect them better. */
  readonly tokenHash: string;
  readonly createdAt: Date;
  /** The operator who created the token. */
  readonly createdBy: string;
  readonly expiresAt: Date;
  /** When the token was last used, precise to a minute; null if it was never used. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Who makes a call at the operations port. */
export interface Operator {
  readonly name: string;
  readonly role: OperatorRole;
}

/** The name of the caller who uses the token with which the gateway was started. No other token may have this name. */
export const BOOTSTRAP_NAME = 'bootstrap';

const ID_DIGITS = 16;
const DAY_MS = 24 * 60 * 60 * 1000;

export function operatorTokenIdOf(token: string): string {
  return `opt_${hashOf(token).slice(0, ID_DIGITS)}`;
}

export function newOperatorToken(
  token: string,
  { name, role, validDays }: Operator & { readonly validDays: number },
  createdBy: string,
  now: Date,
): OperatorToken {
  return {
    tokenId: operatorTokenIdOf(token),
    name,
    role,
    tokenHash: hashOf(token),
    createdAt: now,
    createdBy,
    expiresAt: new Date(now.getTime() + validDays * DAY_MS),
    lastUsedAt: null,
    revokedAt: null,
  };
}

/** Whether a presented token is the stored one, and may still be used. */
export function accepts(stored: OperatorToken, token: string, now: Date): boolean {
  const isSame = timingSafeEqual(Buffer.from(hashOf(token)), Buffer.from(stored.tokenHash));
  return isSame && isUsable(stored, now);
}

/** Whether a token has neither expired nor been revoked. */
function isUsable({ revokedAt, expiresAt }: OperatorToken, now: Date): boolean {
  return revokedAt === null && now < expiresAt;
}

/** Whether this is the only usable token of an admin. Without it, nobody could create another admin's token. */
export function isLastOfAdmins(tokenId: string, issued: readonly OperatorToken[], now: Date): boolean {
  const admins = issued.filter((token) => isUsableByAdmin(token, now));
  return admins.length === 1 && admins[0]?.tokenId === tokenId;
}

/** Whether a token lets an admin act now. */
export function isUsableByAdmin(token: OperatorToken, now: Date): boolean {
  return token.role === 'admin' && isUsable(token, now);
}

/** Whether a role is at least the needed one. */
export function mayAct(role: OperatorRole, needed: OperatorRole): boolean {
  return operatorRoles.indexOf(role) >= operatorRoles.indexOf(needed);
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
