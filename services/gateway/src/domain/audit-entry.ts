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
  /** The changed members, as they were before the change; null if nothing is known of them. */
  readonly before: Snapshot | null;
  /** The same members after the change. */
  readonly after: Snapshot | null;
}

/**
 * For each object, by its ID: the members that an operator can see. Never contains secrets. All values can be written as JSON.
 */
export type Snapshot = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The part of an audit entry that is known before the change is made. */
export type RequestedChange = Omit<AuditEntry, 'entryId' | 'at' | 'outcome' | 'before' | 'after'>;

/**
 * The number of hexadecimal digits of the time (in milliseconds) in the ID of an audit entry. They are enough until the year
 * 10889. All times have the same length, so the IDs sort by time.
 */
const TIME_DIGITS = 12;

/** Creates the audit entry of a change that is about to be made. */
export function newAuditEntry(change: RequestedChange, at: Date): AuditEntry {
  const time = at.getTime().toString(16).padStart(TIME_DIGITS, '0');
  const entryId = `aud_${time}_${change.requestId.replace('req_', '')}`;
  return { ...change, entryId, at, outcome: null, before: null, after: null };
}

/**
 * Returns the entry with the outcome of its change. `alsoAbout` contains IDs that became known only with the outcome, such as
 * that of a created object.
 */
export function concludedEntry(
  entry: AuditEntry,
  outcome: NonNullable<AuditOutcome>,
  alsoAbout: readonly string[],
  seen: { readonly before: Snapshot | null; readonly after: Snapshot | null },
): AuditEntry {
  const about = [...new Set([...entry.about, ...alsoAbout])];
  return { ...entry, about, outcome, ...differenceOf(seen.before ?? {}, seen.after ?? {}) };
}

/** Leaves out the members that are the same before and after. */
function differenceOf(before: Snapshot, after: Snapshot): Pick<AuditEntry, 'before' | 'after'> {
  return { before: without(before, after), after: without(after, before) };
}

function without(snapshot: Snapshot, other: Snapshot): Snapshot | null {
  const objects = Object.entries(snapshot).flatMap(([id, members]) => {
    const changed = Object.entries(members).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(other[id]?.[name]),
    );
    return changed.length === 0 ? [] : [[id, Object.fromEntries(changed)] as const];
  });
  return objects.length === 0 ? null : Object.fromEntries(objects);
}
