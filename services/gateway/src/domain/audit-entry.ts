import type { AuditDetails, AuditOutcome, OperatorAction } from '@kassa/contracts';

/** A change that an operator requested, and its outcome. */
export interface AuditEntry {
  /** Sorts by time. */
  readonly entryId: string;
  readonly at: Date;
  readonly operator: string | null;
  readonly address: string;
  readonly requestId: string;
  readonly action: OperatorAction;
  /** IDs of the objects that the operator changes, such as an order or a merchant. */
  readonly about: readonly string[];
  readonly details: AuditDetails;
  readonly outcome: AuditOutcome;
}

/** The part of an audit entry that is known before the change is made. */
export type RequestedChange = Omit<AuditEntry, 'entryId' | 'at' | 'outcome'>;

/**
 * The number of hexadecimal digits of the time (in milliseconds) in the ID of an audit entry. They are enough until the year
 * 10889. All times have the same length, so the IDs sort by time.
 */
const TIME_DIGITS = 12;

/** Creates the audit entry of a change that is about to be made. */
export function newAuditEntry(change: RequestedChange, at: Date): AuditEntry {
  const time = at.getTime().toString(16).padStart(TIME_DIGITS, '0');
  return { ...change, entryId: `aud_${time}_${change.requestId.replace('req_', '')}`, at, outcome: null };
}
