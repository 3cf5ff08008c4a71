import type { PaymentAtChannel, UncollectedMoney } from './invariants/channel-books.ts';
import { type LedgerAccount, namedBy } from './ledger-account.ts';
import type { LedgerReports } from './ledger-reports.ts';

interface Collection extends UncollectedMoney {
  /** The reference of the latest report that the channel could not collect the money. */
  readonly channelReference: string;
}

/** The payments that a channel reported as paid and whose money it could not collect. */
export class LedgerCollections {
  readonly #account: LedgerAccount;
  readonly #reports: LedgerReports;
  /** By the references of the payments or, if they have none, by the IDs of their attempts. */
  readonly #known = new Map<string, Collection>();

  constructor(account: LedgerAccount, reports: LedgerReports) {
    this.#account = account;
    this.#reports = reports;
  }

  /** Returns what became of a payment's money; null if the channel never failed to collect it. */
  of(name: string): UncollectedMoney | null {
    return this.#known.get(name) ?? null;
  }

  /**
   * Reports that the channel could not collect the money of a payment. If the channel had collected it meanwhile, the report
   * has the earlier report's reference.
   */
  fail({ attemptId, reference }: PaymentAtChannel, about: string, writtenAs: string): void {
    const before = this.#known.get(reference ?? attemptId);
    const channelReference = before?.isCollectedSince
      ? before.channelReference
      : `cpt_${this.#reports.callbacks.length + 1}`;
    const movedAt = this.#account.now();
    this.#known.set(reference ?? attemptId, { channelReference, isCollectedSince: false, movedAt });
    const report = { attemptId: writtenAs, ...namedBy(reference), channelReference };
    this.#reports.add({ kind: 'uncollected', ...report, reason: 'The bank refused.' }, about);
  }

  /** Collects the money of a payment after all. Only a vendor that cannot be asked does this. */
  collect({ attemptId, reference }: PaymentAtChannel, about: string): void {
    const before = this.#known.get(reference ?? attemptId);
    if (before === undefined || before.isCollectedSince || !this.#account.vendor.isMute) return;
    const collectedAt = this.#account.now();
    this.#known.set(reference ?? attemptId, { ...before, isCollectedSince: true, movedAt: collectedAt });
    const report = { reference: attemptId, ...namedBy(reference), collectedAt };
    this.#reports.add({ kind: 'for_operator', ...report, detail: 'Recaptured.' }, about);
  }
}
