import type { ChannelDay, ReconciliationLog, ReconciliationRecord } from '../../ports/reconciliation-log.ts';

interface Dependencies {
  readonly log: ReconciliationLog;
}

/** Days that were reconciled, the latest first, page by page. */
export class ListReconciliations {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(
    after: ChannelDay | null,
    limit: number,
  ): Promise<{ readonly records: readonly ReconciliationRecord[]; readonly next: ChannelDay | null }> {
    const records = await this.#deps.log.list(after, limit + 1);
    const page = records.slice(0, limit);
    return { records: page, next: records.length > limit ? (page.at(-1) ?? null) : null };
  }
}
