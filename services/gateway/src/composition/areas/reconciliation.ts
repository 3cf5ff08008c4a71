import { BackgroundWork } from '../../application/background-work.ts';
import { CompareChannelBooks } from '../../application/reconciliation/compare-channel-books.ts';
import { FindReconciliations } from '../../application/reconciliation/find-reconciliations.ts';
import { ReconcileDay } from '../../application/reconciliation/reconcile-day.ts';
import { ReconcileEndedDays } from '../../application/reconciliation/reconcile-ended-days.ts';
import { area } from '../area.ts';
import { tokens } from '../tokens.ts';

/** The comparison with the channels’ books. */
export const reconciliation = area((bind) => {
  const { alerts, channels, clock, orders } = tokens;
  bind(CompareChannelBooks, { orders, fees: tokens.channelFees, clock });
  bind(ReconcileDay, {
    channels,
    log: tokens.reconciliations,
    compare: CompareChannelBooks,
    background: BackgroundWork,
    alerts,
    clock,
  });
  bind(FindReconciliations, { log: tokens.reconciliations });
  bind(ReconcileEndedDays, {
    channels,
    log: tokens.reconciliations,
    reconcileDay: ReconcileDay,
    background: BackgroundWork,
    clock,
  });
});
