import { recordAsking } from '../../domain/attempt/awaited-result.ts';
import type { PaymentAttempt, PaymentResult } from '../../domain/attempt/payment-attempt.ts';
import type { Alerts } from '../../ports/alerts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ChannelPayments } from '../../ports/payment-channel.ts';
import type { ChannelLookup } from '../../ports/payment-channels.ts';
import type { ChangeOrder } from '../change-order.ts';
import type { ApplyChannelNotification } from './apply-channel-notification.ts';
import type { CancelAtChannel } from './cancel-at-channel.ts';
import type { CaptureAtChannel } from './capture-at-channel.ts';

/**
 * How long a submission may take to reach the channel. The gateway must wait this long before it concludes that the submission
 * never arrived.
 */
const SUBMISSION_PATIENCE_MS = 60_000;

interface Dependencies {
  readonly change: ChangeOrder;
  readonly channels: ChannelLookup<ChannelPayments>;
  readonly applyNotification: ApplyChannelNotification;
  readonly captureAtChannel: CaptureAtChannel;
  readonly cancelAtChannel: CancelAtChannel;
  readonly alerts: Alerts;
  readonly clock: Clock;
}

/** Asks a channel for the result of a submitted attempt. It only asks, and never submits the payment again. */
export class AskForResult {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(orderId: string, attempt: PaymentAttempt): Promise<void> {
    const noted = await this.#deps.change.apply(orderId, 'attempt_asked_about', (order) =>
      recordAsking(order, attempt.attemptId, this.#deps.clock.now()),
    );
    const channel = await this.#deps.channels.find(attempt.channelId);
    if (noted.kind !== 'done' || noted.verdict === 'unchanged') return;
    const { opening } = attempt;
    if (channel === undefined || opening === null) return;

    const inquiry = await channel.ask({ ...attempt, opening });
    switch (inquiry.kind) {
      case 'ended':
        return this.#report(attempt, inquiry.result);
      case 'to_capture':
        await this.#deps.captureAtChannel.execute(orderId, { ...attempt, opening }, channel);
        return;
      case 'not_submitted':
        return this.#giveUpLostSubmission(orderId, attempt);
      case 'not_understood': {
        const { attemptId: reference, channelId } = attempt;
        this.#deps.alerts.raise({
          kind: 'report_for_operator',
          channelId,
          reference,
          detail: inquiry.detail,
        });
        return;
      }
      // Change nothing: the gateway asks only about submitted attempts, and is already waiting for their results.
      case 'under_way':
      case 'pending':
      case 'not_found':
      case 'not_askable':
      case 'unavailable':
        return;
    }
  }

  /**
   * Records a payment as failed if its submission never reached the channel. The gateway no longer has the card data, so it
   * cannot submit the payment again. But the consumer can try again.
   */
  async #giveUpLostSubmission(orderId: string, attempt: PaymentAttempt): Promise<void> {
    const submittedAt = attempt.submittedAt?.getTime() ?? 0;
    if (this.#deps.clock.now().getTime() - submittedAt < SUBMISSION_PATIENCE_MS) return;
    if ((await this.#deps.cancelAtChannel.callChannel(orderId, attempt)) !== 'cancelled') return;
    await this.#report(attempt, { kind: 'failed', failure: lostSubmission, card: null });
  }

  #report(attempt: PaymentAttempt, result: PaymentResult): Promise<void> {
    return this.#deps.applyNotification.execute(
      { kind: 'payment', attemptId: attempt.attemptId, result },
      { channelId: attempt.channelId, cause: 'inquiry_answered' },
    );
  }
}

const lostSubmission = {
  code: 'submission_lost',
  message: 'The payment did not reach the channel; nothing was charged.',
  category: 'processing_error',
} as const;
