import { orderIdOf } from '../order/order-identifiers.ts';
import { isSameMoney } from '../same-money.ts';
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
import { isAnotherMovement, isByHand, isMoneyMoving, lineKey, ownKey, withTry } from './same-entry.ts';
import type { NamedLine, StatementFee, StatementLine, UnreadEntry } from './statement-line.ts';
import { awaitsLaterLine, verdictOf } from './verdict.ts';

/** The channel's answer about one of the gateway's entries that is missing in the channel's books of the compared day. */
export type Inquiry =
  | { readonly kind: 'known'; readonly side: Side; readonly detail?: string }
  | { readonly kind: 'unknown' }
  /**
   * The gateway cannot ask the channel about the entry, and the channel's books do not show yet how the payment, refund or
   * dispute ended.
   */
  | { readonly kind: 'not_askable'; readonly detail: string }
  | { readonly kind: 'not_answered'; readonly detail: string };

/**
 * The result of comparing an entry with the channel's books for the day. `not_there`: the books do not have the entry.
 * `unfinished_there`: the channel's line may show only an earlier step, such as a pending payment, so the caller looks for a
 * later line.
 */
export type DayComparison =
  | { readonly kind: 'compared' }
  | { readonly kind: 'not_there' }
  | { readonly kind: 'unfinished_there'; readonly line: NamedLine };

/**
 * Compares a channel's books for a day with the gateway's, one entry at a time. To save memory, it keeps only two things: the
 * channel's entries for which it has found no matching entry of the gateway yet, and the differences and pending entries that
 * the result lists.
 */
export class BookComparison {
  /**
   * The channel's entries for which no entry of the gateway was found yet. The key comes from `same-entry.ts`. If several
   * entries have the same key, all entries that move money are kept. If none of them moves money, only one is kept.
   */
  readonly #waiting = new Map<string, readonly NamedLine[]>();
  readonly #found = new Set<string>();
  /** The keys of the entries that are listed as pending. */
  readonly #awaited = new Set<string>();
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

  /**
   * @param facts.isLastLook whether this is the last comparison of the day, so that pending money has had enough time to arrive
   */
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
      const key = lineKey(entry);
      this.#waiting.set(key, withTry(this.#waiting.get(key) ?? [], entry));
    }
  }

  /**
   * Compares one of the gateway's entries of the day with the channel's books for that day. If the channel's books do not
   * contain the entry, the caller asks the channel about it.
   */
  compareOwn(own: OwnEntry): DayComparison {
    const there = this.#entryOf(own);
    if (there === undefined) return NOT_THERE;
    const key = ownKey(own);
    const others = (this.#waiting.get(key) ?? []).filter((entry) => entry !== there);
    if (others.length === 0) this.#waiting.delete(key);
    else this.#waiting.set(key, others);
    this.#found.add(key);
    return this.#compareLine(own, there, false);
  }

  /**
   * Compares one of the gateway's entries with a line about it from the channel's books for other days. @param gap says which
   * of the other days' books could not be read; null if all could be read
   *
   * @param gap says which of the other days' books could not be read; null if all could be read
   */
  compareFound(own: OwnEntry, line: NamedLine, gap: string | null): void {
    this.#judge(own, line, { channelReference: line.channelReference, isAcrossDays: true, detail: gap });
  }

  /**
   * Compares an entry of the gateway with the channel's answer about it. The caller asks the channel about every entry that is
   * missing in the channel's books of the day.
   */
  compareAnswer(own: OwnEntry, inquiry: Inquiry): void {
    const { attempt, refund, dispute } = own;
    const moved = dispute ?? refund;
    const reference = moved?.channelReference ?? attempt.opening?.channelReference ?? null;
    const finding = findingOf(own, null, reference);
    switch (inquiry.kind) {
      case 'known':
        this.#judge(own, inquiry.side, {
          channelReference: reference,
          isAcrossDays: true,
          detail: inquiry.detail ?? null,
        });
        break;
      case 'not_askable':
        this.#waits(own, { ...finding, detail: inquiry.detail });
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

  /**
   * Returns the channel's entries that match none of the gateway's entries of the day. The caller looks for them in the
   * gateway's orders of other days.
   */
  *unmatched(): Iterable<NamedLine> {
    for (const entries of this.#waiting.values()) yield* entries;
  }

  /** @param own the gateway's entry with the ID that the channel's entry names; undefined if the gateway has none */
  compareUnmatched(entry: NamedLine, own: OwnEntry | undefined): DayComparison {
    const key = lineKey(entry);
    const isAnother = this.#found.has(key) || (own !== undefined && isAnotherMovement(own, entry));
    if (isAnother) {
      // The channel moved money twice for one entry of the gateway.
      if (isMoneyMoving(entry)) this.#missingHere(entry, 'it is there twice');
      return COMPARED;
    }
    this.#found.add(key);
    if (own !== undefined) return this.#compareLine(own, entry, true);
    // Somebody tried to make a refund at the processor by hand, but it moved no money. The gateway does not list such a refund.
    if (!isByHand(entry) || isMoneyMoving(entry)) this.#missingHere(entry, null);
    return COMPARED;
  }

  /**
   * Lists an entry of the channel's books that the gateway cannot read. The gateway's own books have nothing to compare it
   * with.
   */
  notRead({ detail, ...names }: UnreadEntry): void {
    const orderId = orderIdOf(names.reference) ?? null;
    this.#differs('missing_here', { ...names, orderId, here: null, there: null, detail });
  }

  /**
   * Lists an entry as pending if the channel took a fee for it and the gateway still awaits its outcome. The day is then compared
   * again, and the fee is listed where it belongs.
   */
  awaitOutcomeOf(own: OwnEntry, fee: StatementFee): void {
    if (this.#awaited.has(ownKey(own))) return;
    this.#waits(own, { ...findingOf(own, null, fee.channelReference), detail: FEE_TAKEN });
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

  /**
   * Returns the entry in the channel's books that belongs to an entry of the gateway. Undefined if the channel's books have no
   * such entry, or if all such entries were already compared.
   */
  #entryOf(own: OwnEntry): NamedLine | undefined {
    const entries = this.#waiting.get(ownKey(own)) ?? [];
    return entries.find((entry) => !isAnotherMovement(own, entry));
  }

  #compareLine(own: OwnEntry, line: NamedLine, isAcrossDays: boolean): DayComparison {
    if (awaitsLaterLine(own, line) && verdictOf(own, line) !== 'amount') {
      return { kind: 'unfinished_there', line };
    }
    this.#judge(own, line, { channelReference: line.channelReference, isAcrossDays, detail: null });
    return COMPARED;
  }

  #judge(own: OwnEntry, there: Side, { channelReference, isAcrossDays, detail }: Circumstances): void {
    const known = findingOf(own, there, channelReference);
    const finding = { ...known, detail: known.detail ?? detail };
    const verdict = verdictOf(own, there);
    switch (verdict) {
      case 'amount':
      case 'state':
        this.#differs(verdict, finding);
        break;
      case 'pending':
        this.#waits(own, finding);
        break;
      case 'agreed':
        this.#agree(own, isAcrossDays);
        break;
      case 'no_money':
        break;
    }
  }

  /**
   * Lists an entry as pending. In the last comparison of the day, an entry that has been pending for too long is listed as a
   * difference instead.
   */
  #waits(own: OwnEntry, finding: Finding): void {
    const late = this.#isLastLook ? afterTheLastLook(finding) : null;
    if (late !== null) {
      this.#differs(late.kind, withRemark(late.remark, finding));
      return;
    }
    this.#awaited.add(ownKey(own));
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

interface Circumstances {
  readonly channelReference: string | null;
  readonly isAcrossDays: boolean;
  /**
   * A remark if the entry could not be compared completely, for example because some of the channel's books could not be read;
   * otherwise null.
   */
  readonly detail: string | null;
}

const COMPARED: DayComparison = { kind: 'compared' };
const NOT_THERE: DayComparison = { kind: 'not_there' };

const SET_ASIDE = 'it did not fit the order, was set aside here and is not counted: the order has a case';

const FEE_TAKEN = 'the channel took a fee for it on this day, and the gateway still awaits its outcome';

const STILL_PENDING = 'a week after the day the channel still has it as pending';
const STILL_AWAITED = 'a week after the day the channel has still not reported this outcome to the gateway';
const STILL_ANNOUNCED =
  'a week after the day the channel has still not reported to the gateway that the bank took this money';
const STILL_OPENING = 'a week after the day the channel’s books still show only the amount disputed at first';

/**
 * Decides whether an entry that is still pending in the last comparison of its day is listed as a difference. Returns the kind
 * of difference and a remark. Null if the entry is listed as pending.
 */
function afterTheLastLook(
  finding: Finding,
): { readonly kind: DifferenceKind; readonly remark: string | null } | null {
  if (isMoneyOnlyHere(finding)) {
    const remark = finding.there?.state === 'pending' ? STILL_PENDING : null;
    return { kind: 'missing_there', remark };
  }
  if (isFreedOnlyHere(finding)) return { kind: 'state', remark: STILL_PENDING };
  if (isOutcomeOnlyThere(finding)) return { kind: 'state', remark: STILL_AWAITED };
  if (isWithdrawalOnlyThere(finding)) return { kind: 'state', remark: STILL_ANNOUNCED };
  if (isOpeningOverAnotherAmount(finding)) return { kind: 'amount', remark: STILL_OPENING };
  return null;
}

/**
 * Whether the gateway has recorded a succeeded payment or refund, or a lost dispute, while the channel's books do not show it
 * or show it only as pending. Open and won disputes are left out, because a bank can announce a dispute and give it up without
 * taking the money.
 */
function isMoneyOnlyHere({ here, there }: Finding): boolean {
  return here?.state === 'succeeded' || (here?.state === 'lost' && (there?.state ?? 'pending') === 'pending');
}

/**
 * Whether the gateway has recorded a refund as failed or cancelled although the channel can still make it. The merchant can
 * then refund the same amount again, and the money could be returned twice.
 */
function isFreedOnlyHere({ subject, here, there }: Finding): boolean {
  const isEndedHere = here?.state === 'failed' || here?.state === 'cancelled';
  return subject === 'refund' && isEndedHere && there?.state === 'pending';
}

/**
 * Whether the channel's books show that the bank took the money of a dispute, although the channel has only announced the
 * dispute to the gateway.
 */
function isWithdrawalOnlyThere({ here, there }: Finding): boolean {
  return here?.state === 'opened' && here.at === null && there?.state === 'opened';
}

function isOpeningOverAnotherAmount({ here, there }: Finding): boolean {
  return here !== null && there?.state === 'opened' && !isSameMoney(here.amount, there.amount);
}

/**
 * Whether the channel's books already show an outcome for which the gateway still waits: a succeeded payment or refund, or a
 * lost dispute. Won disputes are left out. Some channels book the return of the disputed money to the merchant before the
 * dispute is over, so this entry does not prove that the merchant won.
 */
function isOutcomeOnlyThere({ here, there }: Finding): boolean {
  return (
    (here?.state === 'pending' && there?.state === 'succeeded') ||
    (here?.state === 'opened' && there?.state === 'lost')
  );
}

function withRemark(remark: string | null, finding: Finding): Finding {
  const detail = [remark, finding.detail].filter((part) => part !== null).join('; ');
  return { ...finding, detail };
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
