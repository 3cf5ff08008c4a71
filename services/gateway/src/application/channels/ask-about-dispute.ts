import { type DisputeAsking, planAskingAboutDispute } from '../../domain/dispute/awaited-outcome.ts';
import type { Alerts } from '../../ports/alerts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChannelDisputes } from '../../ports/payment-channel.ts';
import type { ChannelLookup } from '../../ports/payment-channels.ts';
import type { ChangeOrder } from '../change-order.ts';
import type { ApplyChannelNotification } from './apply-channel-notification.ts';

interface Dependencies {
  readonly change: ChangeOrder;
  readonly channels: ChannelLookup<ChannelDisputes>;
  readonly applyNotification: ApplyChannelNotification;
  readonly alerts: Alerts;
  readonly clock: Clock;
}

/** Asks a channel for the outcome of a dispute that has none yet. The callback with the outcome may have been lost. */
export class AskAboutDispute {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(orderId: string): Promise<void> {
    const noted = await this.#deps.change.decide<DisputeAsking>(orderId, 'dispute_asked_about', (order) => {
      const asking = planAskingAboutDispute(order, this.#deps.clock.now());
      return asking.kind === 'ask' ? { order: asking.order, verdict: asking } : { verdict: asking };
    });
    if (noted.kind !== 'done' || noted.verdict.kind === 'not_due') return;
    const { attemptId, channelReference } = noted.verdict.dispute;
    const attempt = noted.order.attempts.find((candidate) => candidate.attemptId === attemptId);
    const channel = attempt && (await this.#deps.channels.find(attempt.channelId));
    if (channel === undefined || !attempt?.opening) return;
    const { channelId } = attempt;
    const payment = { ...attempt, opening: attempt.opening };
    const inquiry = await channel.askDispute({ channelReference, payment });
    switch (inquiry.kind) {
      case 'known':
        return this.#deps.applyNotification.execute(
          { kind: 'dispute', attemptId, report: inquiry.report },
          { channelId, cause: 'inquiry_answered' },
        );
      case 'not_understood':
        this.#deps.alerts.raise({
          kind: 'report_for_operator',
          channelId,
          reference: attemptId,
          detail: inquiry.detail,
        });
        return;
      // The channel did not say how the dispute ended. The gateway asks again later. Once the outcome is long overdue, a case
      // opens for an operator.
      case 'not_askable':
      case 'unavailable':
        return;
    }
  }
}
