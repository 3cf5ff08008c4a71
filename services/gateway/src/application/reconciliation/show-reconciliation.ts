import type { ChannelDay, ReconciliationLog, ReconciliationRecord } from '../../ports/reconciliation-log.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** What the latest comparison of a channel's day came to. */
export class ShowReconciliation {
  readonly #log: ReconciliationLog;

  constructor(deps: { log: ReconciliationLog }) {
    this.#log = deps.log;
  }

  async execute(day: ChannelDay): Promise<{ kind: 'found'; record: ReconciliationRecord } | Refusal> {
    const record = await this.#log.find(day);
    return record === undefined
      ? refuse(
          'NOT_FOUND',
          'This day of this channel was not reconciled yet. Run it with kassa-admin reconcile.',
        )
      : { kind: 'found', record };
  }
}
