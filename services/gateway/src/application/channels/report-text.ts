import { formatAmount, type Money } from '@kassa/contracts';
import type { ChannelNotification } from '../../ports/payment-channel.ts';

/** A channel's report about a payment, refund or dispute that has one of the gateway's IDs. */
export type ChannelReport = Exclude<ChannelNotification, { kind: 'for_operator' | 'irrelevant' }>;

/** A channel's report, in words for an operator. */
export function textOf(report: ChannelReport): string {
  switch (report.kind) {
    case 'payment': {
      const { result } = report;
      return `a payment that is ${result.kind}${result.kind === 'succeeded' ? `, ${moneyText(result.paid)}` : ''}`;
    }
    case 'refund':
    case 'refund_by_reference': {
      const { result } = report;
      return `a refund that is ${result.kind}${result.kind === 'succeeded' ? `, ${moneyText(result.returned)}` : ''}`;
    }
    case 'dispute':
      return `a dispute that is ${report.report.kind}, ${moneyText(report.report.amount)}`;
    case 'uncollected':
      return `money that could not be collected (${report.reason})`;
  }
}

/** An amount in words. A channel can report an amount that is invalid, which is shown as the channel reported it. */
export function moneyText(money: Money): string {
  try {
    return `${formatAmount(money)} ${money.currency}`;
  } catch {
    return `${money.amountMinor} minor units of ${money.currency}`;
  }
}
