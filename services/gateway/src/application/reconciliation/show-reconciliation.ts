import type { ChannelDay, ReconciliationLog, ReconciliationRecord } from '../../ports/reconciliation-log.ts';
import { type Refusal, refuse } from '../refusal.ts';

interface Dependencies {
  readonly log: ReconciliationLog;
}

/** What the latest comparison of a channel's day came to. */
export class ShowReconciliation {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(day: ChannelDay): Promise<{ kind: 'found'; record: ReconciliationRecord } | Refusal> {
    const record = await this.#deps.log.find(day);
    return record === undefined
      ? refuse(
          'NOT_FOUND',
          'This day of this channel was not reconciled yet. Run it with kassa-admin reconcile.',
        )
      : { kind: 'found', record };
  }
}
