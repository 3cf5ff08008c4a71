import { orderIdOf } from '../../src/domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { openCaseIds } from './cases-to-see.ts';
import {
  disputeConclusionOutcome,
  isHeardOf,
  recordedAt,
  unreportedLossOutcome,
} from './dispute-conclusion-outcomes.ts';
import type { GatewayProcesses } from './gateway-processes.ts';
import type { OperatorHappening } from './happenings.ts';
import type { ChannelDispute } from './invariants/channel-books.ts';
import { isOfCounted } from './invariants/counted-payments.ts';
import { lostDisputesOf } from './invariants/parts-of-order.ts';
import type { ChannelCallback } from './ledger-reports.ts';
import type { OrderAtMoment } from './order-chronicle.ts';
import { picked } from './picked.ts';
import { setAsideCaseId } from './reports-set-aside.ts';
import type { Stage } from './stage.ts';

/** The commands with which operators conclude disputes, and the answers that are right for them. */
export class DisputeConclusions {
  readonly #stage: Stage;
  readonly #processes: GatewayProcesses;
  /** When the order had recorded the outcome that an operator saw last, by the dispute's reference. Undefined if it had none. */
  readonly #outcomesSeen = new Map<string, Date | undefined>();
  readonly #lateCommands: (() => void)[] = [];

  constructor(stage: Stage, processes: GatewayProcesses) {
    this.#stage = stage;
    this.#processes = processes;
  }

  /**
   * Concludes a dispute as the channel's own record shows it. If the dispute is still open there, it ends there first, without
   * a report. The operator has just looked at the order, or names what an operator saw before the last such command.
   */
  conclude(
    order: OrderAtMoment,
    at: number,
    reference: string | undefined = order && disputeToConclude(order),
    isFromNotes = false,
  ): void {
    const { channel } = this.#stage;
    const dispute = channel.disputeOf(reference ?? '');
    if (order === undefined || dispute === undefined || !isOfCounted(order, dispute)) return;
    const report =
      dispute.state === 'opened' ? this.#endInSilence(dispute.channelReference, order) : undefined;
    const outcome = dispute.state === 'lost' ? 'lost' : 'won';
    const present = recordedAt(order, dispute.channelReference);
    const isNoted = isFromNotes && this.#outcomesSeen.has(dispute.channelReference);
    const seen = isNoted ? this.#outcomesSeen.get(dispute.channelReference) : present;
    this.#outcomesSeen.set(dispute.channelReference, present);
    this.#concludeAs(outcome, { order, dispute, at, seen }, () => {
      if (report !== undefined) report.isForgotten = false;
    });
  }

  /**
   * Concludes an open dispute wrongly. It ends at its channel at once, and the channel reports the true outcome later.
   */
  misjudge(
    order: OrderAtMoment,
    { at, truth, isLate }: Extract<OperatorHappening, { do: 'misjudge_dispute' }>,
  ): void {
    const { channel } = this.#stage;
    const dispute = channel.disputeOf(order === undefined ? '' : disputeToConclude(order));
    if (order === undefined || dispute?.state !== 'opened' || !isOfCounted(order, dispute)) return;
    const end = () => {
      const known = channel.callbacks.length;
      channel.resolveDispute(dispute.channelReference, truth);
      return channel.callbacks.slice(known);
    };
    const reports = end();
    const seen = recordedAt(order, dispute.channelReference);
    const command = () => {
      // If the dispute was reopened meanwhile, it ends at its channel again. Otherwise, the channel would never report its
      // outcome.
      reports.push(...end());
      this.#concludeAs(truth === 'lost' ? 'won' : 'lost', { order, dispute, at, seen }, () => {
        // The order's dispute has ended, so nobody asks for the truth any more.
        for (const report of reports.filter(({ isLost }) => isLost)) report.isForgotten = true;
      });
    };
    if (isLate) this.#lateCommands.push(command);
    else command();
  }

  /** Gives the commands that operators decided on earlier. */
  giveLateCommands(): void {
    for (const command of this.#lateCommands.splice(0)) command();
  }

  /** Records a lost dispute that the channel's own record shows and that no order knows. */
  recordLoss({
    at,
    pick,
    isAttemptNamed,
  }: Extract<OperatorHappening, { do: 'record_unreported_loss' }>): void {
    const dispute = picked(this.#lossesUnheardOf(), pick);
    if (dispute === undefined) return;
    const { channelReference, attemptId, amount, payment } = dispute;
    const orderId = orderIdOf(attemptId) ?? '';
    this.#processes.call(
      at,
      `record the lost dispute ${channelReference} of ${orderId}`,
      (gateway) =>
        gateway.disputes.conclude(orderId, {
          channelReference,
          outcome: 'lost',
          amount: amount.amountMinor / 100,
          note: 'as it stands there',
          ...(isAttemptNamed && { attemptId }),
          ...(payment !== null && { paymentReference: payment }),
        }),
      (answered, from) =>
        this.#stage.chronicle.judge(answered, from, ({ order: find }) =>
          unreportedLossOutcome(find(orderId), dispute, isAttemptNamed),
        ),
    );
  }

  /**
   * Records the loss of a payment that the channel could not collect. If the order records this loss, takes it back. The command
   * is refused if the order changed after the operator looked.
   */
  writeOff({ at, pick, isPart }: Extract<OperatorHappening, { do: 'write_off' }>): void {
    const found = picked(this.#stage.chronicle.orders.flatMap(uncollectedIn), pick);
    if (found === undefined) return;
    const { orderId, channelReference, isLost, halfMinor, seen } = found;
    const outcome = isLost ? 'won' : 'lost';
    this.#processes.call(
      at,
      `record the payment ${channelReference} of ${orderId} as ${outcome}`,
      (gateway) =>
        gateway.disputes.conclude(orderId, {
          channelReference,
          outcome,
          note: 'as it stands there',
          ...(isPart && !isLost && { amount: halfMinor / 100 }),
          ...(seen && { corrects: seen }),
        }),
      (answered) =>
        answered === 'concluded' || answered === 'DISPUTE_NOT_CONCLUDABLE'
          ? []
          : [`write off ${channelReference}: ${answered}`],
    );
  }

  #lossesUnheardOf(): readonly ChannelDispute[] {
    const { channel, chronicle } = this.#stage;
    const lost = [...channel.disputes.values()].filter(({ state }) => state === 'lost');
    return lost.filter((dispute) => {
      const order = chronicle.now(orderIdOf(dispute.attemptId) ?? '');
      // The operator sees at the channel which payment is disputed, and records a loss only of the one that the order counts.
      return order !== undefined && isOfCounted(order, dispute) && !isHeardOf(order, dispute);
    });
  }

  /** Concludes a dispute. The operator names the outcome that they have seen in the order. */
  #concludeAs(
    outcome: 'won' | 'lost',
    {
      order: { orderId },
      dispute,
      at,
      seen,
    }: { order: PaymentOrder; dispute: ChannelDispute; at: number; seen: Date | undefined },
    onConcluded: () => void = () => {},
  ): void {
    const { channelReference, payment, disputed, amount, state } = dispute;
    const named = payment === null ? {} : { paymentReference: payment };
    // The bank gave back a part, and no report or only a lost one names what it kept. So the operator names it, as the
    // channel's own record shows it. Otherwise, the order would count the whole disputed amount as lost.
    const isLostInPart = state === 'lost' && amount.amountMinor < disputed.amountMinor;
    const lostMinor = outcome === 'lost' && isLostInPart ? amount.amountMinor : undefined;
    this.#processes.call(
      at,
      `conclude the dispute of ${orderId} as ${outcome}`,
      (gateway) =>
        gateway.disputes.conclude(orderId, {
          channelReference,
          outcome,
          note: 'as it stands there',
          ...(lostMinor !== undefined && { amount: lostMinor / 100 }),
          ...(seen && { corrects: seen }),
          ...named,
        }),
      (answered, from) => {
        if (answered === 'concluded') onConcluded();
        return this.#stage.chronicle.judge(answered, from, ({ order: find }) =>
          disputeConclusionOutcome(find(orderId), channelReference, { outcome, seen, lostMinor }),
        );
      },
    );
  }

  /**
   * Ends a dispute at the channel without a report. The report counts as forgotten unless a paid order follows the open dispute,
   * because only then does the gateway ask for the outcome. If the channel has opened an ended dispute again, it is left to an
   * operator, and the command of this one can fail.
   */
  #endInSilence(channelReference: string, { paidAt, dispute }: PaymentOrder): ChannelCallback | undefined {
    const { channel } = this.#stage;
    channel.resolveDispute(channelReference, 'won');
    const report = channel.callbacks.at(-1);
    if (report === undefined) return undefined;
    report.isAcknowledged = true;
    const isAwaited = dispute?.state === 'opened' && dispute.channelReference === channelReference;
    report.isForgotten = paidAt === null || !isAwaited;
    return report;
  }
}

/** Returns the payments of an order that a channel could not collect, each with what the order records of its loss. */
function uncollectedIn(order: PaymentOrder) {
  const { orderId, amount } = order;
  return order.attempts.flatMap(({ uncollected }) => {
    if (uncollected === null) return [];
    const { channelReference } = uncollected;
    const isLost = lostDisputesOf(order).some((dispute) => dispute.channelReference === channelReference);
    const halfMinor = Math.floor(amount.amountMinor / 2);
    return [{ orderId, channelReference, isLost, halfMinor, seen: recordedAt(order, channelReference) }];
  });
}

/** Returns the order's open dispute. If there is none, returns a dispute with an open case. */
function disputeToConclude(order: PaymentOrder): string {
  const open = openCaseIds(order);
  const told = order.quarantine.flatMap(({ subject }, index) =>
    subject?.kind === 'dispute' && open.includes(setAsideCaseId(order, index))
      ? [subject.channelReference]
      : [],
  );
  const known = order.dispute?.channelReference ?? '';
  return order.dispute?.state === 'opened' ? known : (told.at(-1) ?? known);
}
