import type { ChannelDay, ReconciliationLog, ReconciliationRecord } from '../../ports/reconciliation-log.ts';
import { type Refusal, refuse } from '../refusal.ts';

interface Dependencies {
  readonly log: ReconciliationLog;
}

/** Finds the stored results of comparing channels' books with the gateway's. */
export class FindReconciliations {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /** Returns the latest result of comparing a channel's books of one day with the gateway's books. */
  async find(day: ChannelDay): Promise<{ kind: 'found'; record: ReconciliationRecord } | Refusal> {
    const record = await this.#deps.log.find(day);
    return record === undefined
      ? refuse(
          'NOT_FOUND',
          'This day of this channel was not reconciled yet. Run it with kassa-admin reconcile.',
        )
      : { kind: 'found', record };
  }

  /** Lists the compared days, the latest first, in pages. */
  async list(
    after: ChannelDay | null,
    limit: number,
  ): Promise<{ readonly records: readonly ReconciliationRecord[]; readonly next: ChannelDay | null }> {
    const records = await this.#deps.log.list(after, limit + 1);
    const page = records.slice(0, limit);
    return { records: page, next: records.length > limit ? (page.at(-1) ?? null) : null };
  }
}
