import type { Protection } from './protection.ts';
import { seenBy, source } from './seen-by.ts';

/** Code that keeps the list of compared days complete, and the last result of each day final. */
export const reconciliationProtections: readonly Protection[] = [
  {
    faults: [57],
    what: 'every missed day is reconciled, from the first day that was ever reconciled',
    file: `${source}/application/reconciliation/reconcile-ended-days.ts`,
    find: 'if (firstKnown !== undefined) return firstKnown;',
    replace: 'if (firstKnown !== undefined) return latest;',
    seenBy: seenBy('application/reconcile-ended-days.test.ts', '(fault 57)'),
  },
  {
    faults: [11],
    what: 'a write that stood still past midnight is decided again',
    file: `${source}/application/change-order.ts`,
    find: 'this.#deps.orders.save(order, stored.version, writeBy)',
    replace: 'this.#deps.orders.save(order, stored.version)',
    seenBy: seenBy('application/suspended-process.test.ts', 'while a payment is being written'),
  },
  {
    faults: [11],
    what: 'money that a process learned of before a pause does not count on a day that is final',
    file: `${source}/application/channels/apply-channel-notification.ts`,
    find: 'const now = () => this.#deps.clock.now();',
    replace: 'const learnedAt = this.#deps.clock.now(); const now = () => learnedAt;',
    seenBy: seenBy(
      'application/suspended-process.test.ts',
      'if a day’s settlement report becomes final while the process is suspended, a payment that the process records afterwards does not count on that day',
    ),
  },
];
