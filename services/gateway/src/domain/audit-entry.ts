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
  /** Identifiers of the objects being changed. */
  readonly about: readonly string[];
  readonly details: AuditDetails;
  readonly outcome: AuditOutcome;
}

/** What is known about a change before it is made. */
export type RequestedChange = Omit<AuditEntry, 'entryId' | 'at' | 'outcome'>;

/** In hexadecimal, milliseconds have this many digits until the year 10889, so the strings sort by time. */
const TIME_DIGITS = 12;

/** The audit entry of a change that is about to be made. */
export function newAuditEntry(change: RequestedChange, at: Date): AuditEntry {
  const time = at.getTime().toString(16).padStart(TIME_DIGITS, '0');
  return { ...change, entryId: `aud_${time}_${change.requestId.replace('req_', '')}`, at, outcome: null };
}
