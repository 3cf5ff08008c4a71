import { orderIdOf } from '../order/order-identifiers.ts';
import type { OwnEntry } from './own-entry.ts';
import {
  type AgreedSum,
  type Difference,
  type DifferenceKind,
  differenceKinds,
  type Finding,
  MOST_LISTED,
  type Reconciliation,
  type Side,
} from './reconciliation.ts';
import type { NamedLine, StatementLine } from './statement-line.ts';
import { verdictOf } from './verdict.ts';

/** What the channel answers about an entry that its books of the day do not contain. */
export type Inquiry =
  | { readonly kind: 'known'; readonly side: Side }
  | { readonly kind: 'unknown' }
  /** The channel cannot be asked about the entry, and its books of the neighbouring days do not contain it either. */
  | { readonly kind: 'not_askable'; readonly detail: string }
  | { readonly kind: 'not_answered'; readonly detail: string };

/**
 * Compares a channel's books of a day with the gateway's, one entry at a time. Only the channel's unmatched entries and the
 * reported findings stay in memory.
 */
export class BookComparison {
  /**
   * The entries by the key that both sides share: all entries that moved money under that key, or otherwise a
   * single entry.
   */
  readonly #waiting = new Map<string, readonly NamedLine[]>();
  readonly #found = new Set<string>();
  readonly #differences = new Map<DifferenceKind, Difference[]>();
  readonly #counts: Record<DifferenceKind, number> = {
    missing_here: 0,
    missing_there: 0,
    amount: 0,
    state: 0,
  };
  readonly #pending: Finding[] = [];
  readonly #isLastLook: boolean;
  readonly #agreed = new Map<string, AgreedSum>();
  #pendingCount = 0;
  #agreedAcrossDays = 0;
  #foreign = 0;

  /** @param facts.isLastLook whether pending money has had enough time to arrive */
  constructor(
    entries: readonly StatementLine[],
    { isLastLook }: { readonly isLastLook: boolean } = { isLastLook: false },
  ) {
    this.#isLastLook = isLastLook;
    for (const entry of entries) {
      if (entry.reference === null) {
        this.#foreign += 1;
        continue;
      }
      const key = keyOf(entry, entry.channelReference);
      this.#waiting.set(key, withTry(this.#waiting.get(key) ?? [], entry));
    }
  }

  /** The channel's entry for an entry of the gateway, until the two are compared. */
  entryOf(own: OwnEntry): NamedLine | undefined {
    const entries = this.#waiting.get(ownKey(own)) ?? [];
    return entries.find((entry) => !isAnotherPayment(own, entry));
  }

  /**
   * Compares one of the gateway's entries of the day. Returns false if the channel's books of the day do not have it; then
   * the caller asks the channel.
   */
  compareOwn(own: OwnEntry): boolean {
    const there = this.entryOf(own);
    if (there === undefined) return false;
    const key = ownKey(own);
    const others = (this.#waiting.get(key) ?? []).filter((entry) => entry !== there);
    if (others.length === 0) this.#waiting.delete(key);
    else this.#waiting.set(key, others);
    this.#found.add(key);
    this.#judge(own, there, there.channelReference, false);
    return true;
  }

  /** Compares the channel's answer about an entry of the day that the channel's books do not have. */
  compareAnswer(own: OwnEntry, inquiry: Inquiry): void {
    const { attempt, refund, dispute } = own;
    const moved = dispute ?? refund;
    const reference = moved?.channelReference ?? attempt.opening?.channelReference ?? null;
    const finding = findingOf(own, null, reference);
    switch (inquiry.kind) {
      case 'known':
        this.#judge(own, inquiry.side, reference, true);
        break;
      case 'not_askable':
        this.#waits({ ...finding, detail: inquiry.detail });
        break;
      case 'unknown':
        this.#differs('missing_there', finding);
        break;
      case 'not_answered': {
        const detail = `asked, the channel said: ${inquiry.detail}`;
        this.#differs('missing_there', { ...finding, detail });
      }
    }
  }

  /** The channel's entries that the gateway's day does not have; the caller looks them up by their reference. */
  *unmatched(): Iterable<NamedLine> {
    for (const entries of this.#waiting.values()) yield* entries;
  }

  /** @param own the gateway's entry under that reference */
  compareUnmatched(entry: NamedLine, own: OwnEntry | undefined): void {
    const key = keyOf(entry, entry.channelReference);
    const isAnother = this.#found.has(key) || (own !== undefined && isAnotherPayment(own, entry));
    if (isAnother) {
      // Money moved twice for one entry of the gateway. A payment that was declined or left unfinished moved none.
      if (entry.state === 'succeeded') this.#missingHere(entry, 'it is there twice');
      return;
    }
    this.#found.add(key);
    if (own === undefined) this.#missingHere(entry, null);
    else this.#judge(own, entry, entry.channelReference, true);
  }

  get result(): Reconciliation {
    return {
      counts: { ...this.#counts },
      differences: differenceKinds.flatMap((kind) => this.#differences.get(kind) ?? []),
      pendingCount: this.#pendingCount,
      pending: [...this.#pending],
      agreed: [...this.#agreed.values()].sort((one, other) =>
        `${one.subject} ${one.currency}` < `${other.subject} ${other.currency}` ? -1 : 1,
      ),
      agreedAcrossDays: this.#agreedAcrossDays,
      foreign: this.#foreign,
    };
  }

  #judge(own: OwnEntry, there: Side, channelReference: string | null, isAcrossDays: boolean): void {
    const finding = findingOf(own, there, channelReference);
    const verdict = verdictOf(own, there);
    switch (verdict) {
      case 'amount':
      case 'state':
        this.#differs(verdict, finding);
        break;
      case 'pending':
        this.#waits(finding);
        break;
      case 'agreed':
        this.#agree(own, isAcrossDays);
        break;
      case 'no_money':
        break;
    }
  }

  /**
   * No later comparison follows, so money that the gateway counts and that has still not arrived counts as
   * missing at the channel.
   */
  #waits(finding: Finding): void {
    if (this.#isLastLook && finding.here?.state === 'succeeded') {
      this.#differs('missing_there', { ...finding, detail: finding.detail ?? STILL_PENDING });
      return;
    }
    this.#pendingCount += 1;
    if (this.#pending.length < MOST_LISTED) this.#pending.push(finding);
  }

  #agree({ subject, amount: { currency, amountMinor } }: OwnEntry, isAcrossDays: boolean): void {
    const key = `${subject} ${currency}`;
    const { count, sumMinor } = this.#agreed.get(key) ?? { count: 0, sumMinor: 0n };
    const sum = { subject, currency, count: count + 1, sumMinor: sumMinor + BigInt(amountMinor) };
    this.#agreed.set(key, sum);
    if (isAcrossDays) this.#agreedAcrossDays += 1;
  }

  #missingHere(
    { subject, reference, channelReference, amount, state, at }: NamedLine,
    detail: string | null,
  ) {
    this.#differs('missing_here', {
      subject,
      reference,
      orderId: orderIdOf(reference) ?? null,
      channelReference,
      here: null,
      there: { amount, state, at },
      detail,
    });
  }

  #differs(kind: DifferenceKind, finding: Finding): void {
    this.#counts[kind] += 1;
    const listed = this.#differences.get(kind) ?? [];
    if (listed.length < MOST_LISTED) listed.push({ kind, ...finding });
    this.#differences.set(kind, listed);
  }
}

const SET_ASIDE = 'it did not fit the order, was set aside here and is not counted: the order has a case';

const STILL_PENDING = 'a week after the day the channel still has it as pending';

/** A payment can have several disputes; each of them is its own entry. */
function keyOf({ subject, reference }: Pick<OwnEntry, 'subject' | 'reference'>, channelReference: string) {
  return subject === 'dispute' ? `${subject} ${reference} ${channelReference}` : `${subject} ${reference}`;
}

function ownKey(own: OwnEntry): string {
  return keyOf(own, own.dispute?.channelReference ?? '');
}

/**
 * The channel may list several payments with one ID of the gateway; if one of them brought money, the others do
 * not matter.
 */
function withTry(known: readonly NamedLine[], entry: NamedLine): readonly NamedLine[] {
  if (known.some(({ channelReference }) => channelReference === entry.channelReference)) return known;
  const tries = [...known, entry];
  const made = tries.filter(({ state }) => state === 'succeeded');
  return made.length > 0 ? made : [tries.find(({ state }) => state === 'pending') ?? entry];
}

/** Whether the channel's entry is another payment than the one that the gateway knows under that ID. */
function isAnotherPayment({ subject, attempt }: OwnEntry, { channelReference }: NamedLine): boolean {
  const known = subject === 'payment' ? (attempt.paymentReference ?? null) : null;
  return known !== null && known !== channelReference;
}

function findingOf(own: OwnEntry, there: Side | null, channelReference: string | null): Finding {
  const { subject, reference, orderId, amount, state, at } = own;
  return {
    subject,
    reference,
    orderId,
    channelReference,
    here: { amount, state, at },
    there: there && { amount: there.amount, state: there.state, at: there.at },
    detail: own.dispute?.isSetAside ? SET_ASIDE : null,
  };
}
