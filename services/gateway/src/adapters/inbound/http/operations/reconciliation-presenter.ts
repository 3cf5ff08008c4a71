import {
  formatSum,
  type Money,
  type ReconciliationFinding,
  type Reconciliation as ReconciliationMessage,
  type ReconciliationSummary,
} from '@kassa/contracts';
import type { Finding, Side } from '../../../../domain/reconciliation/reconciliation.ts';
import type { ReconciliationRecord } from '../../../../ports/reconciliation-log.ts';

/** @param now real time */
export function presentSummary(record: ReconciliationRecord, now: Date): ReconciliationSummary {
  const { channelId: channel, date, claimedUntil, outcome } = record;
  const isRunning = claimedUntil !== null && claimedUntil > now;
  return {
    channel,
    date,
    state: isRunning ? 'running' : stateAfter(outcome),
    at: outcome?.at.toISOString() ?? null,
    final: outcome?.kind === 'compared' && outcome.isFinal,
    detail: whyUnavailable(outcome),
    counts: outcome?.kind === 'compared' ? { ...outcome.reconciliation.counts } : null,
  };
}

function stateAfter(outcome: ReconciliationRecord['outcome']): ReconciliationSummary['state'] {
  if (outcome === null) return 'waiting';
  return whyUnavailable(outcome) === null ? 'done' : 'unavailable';
}

/** Why the channel's books were not available for the latest comparison; null if they were. */
function whyUnavailable(outcome: ReconciliationRecord['outcome']): string | null {
  return (outcome?.kind === 'compared' ? outcome.unavailable : outcome)?.detail ?? null;
}

export function presentReconciliation(record: ReconciliationRecord, now: Date): ReconciliationMessage {
  const { outcome } = record;
  const found = outcome?.kind === 'compared' ? outcome.reconciliation : null;
  return {
    ...presentSummary(record, now),
    differences: (found?.differences ?? []).map(({ kind, ...finding }) => ({
      kind,
      ...presentFinding(finding),
    })),
    pending_count: found?.pendingCount ?? 0,
    pending: (found?.pending ?? []).map(presentFinding),
    agreed: (found?.agreed ?? []).map(({ subject, currency, count, sumMinor }) => ({
      subject,
      currency_code: currency,
      count,
      sum: formatSum(sumMinor, currency),
    })),
    agreed_across_days: found?.agreedAcrossDays ?? 0,
    foreign: found?.foreign ?? 0,
    account_fees: (found?.accountFees ?? []).map(({ currency, count, sumMinor }) => ({
      currency_code: currency,
      count,
      sum: formatSum(-sumMinor, currency),
    })),
  };
}

function presentFinding(finding: Finding): ReconciliationFinding {
  return {
    subject: finding.subject,
    reference: finding.reference,
    order_id: finding.orderId,
    channel_reference: finding.channelReference,
    here: finding.here && presentSide(finding.here),
    there: finding.there && presentSide(finding.there),
    detail: finding.detail,
  };
}

function presentSide({ amount, state, at }: Side) {
  return { ...presentMoney(amount), state, at: at?.toISOString() ?? null };
}

function presentMoney({ amountMinor, currency }: Money) {
  return { amount: formatSum(BigInt(amountMinor), currency), currency_code: currency };
}
