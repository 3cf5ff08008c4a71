import type { Beginning, beginnings } from './beginnings.ts';
import type { ChannelLife } from './channel-life.ts';
import type { RefundWish } from './expected-outcomes.ts';
import type { GatewayProcesses } from './gateway-processes.ts';
import type { OperatorCalls } from './operator-calls.ts';
import { methodNames, type PaymentCalls } from './payment-calls.ts';
import type { Stage } from './stage.ts';

interface Dependencies {
  readonly stage: Stage;
  readonly processes: GatewayProcesses;
  readonly calls: PaymentCalls;
  readonly operator: OperatorCalls;
  readonly channelLife: ChannelLife;
}

/** Brings the orders of a story to where its steps begin. */
export class StoryBeginnings {
  readonly #stage: Stage;
  readonly #processes: GatewayProcesses;
  readonly #calls: PaymentCalls;
  readonly #operator: OperatorCalls;
  readonly #channelLife: ChannelLife;

  constructor({ stage, processes, calls, operator, channelLife }: Dependencies) {
    this.#stage = stage;
    this.#processes = processes;
    this.#calls = calls;
    this.#operator = operator;
    this.#channelLife = channelLife;
  }

  by(order: number, way: (typeof beginnings)[Beginning][number]): void {
    const { channel, chronicle, witnesses } = this.#stage;
    const attempts = chronicle.now(this.#stage.orderId(order))?.attempts ?? [];
    const attemptId = attempts.at(-1)?.attemptId ?? '';
    const firstId = attempts[0]?.attemptId ?? '';
    switch (way) {
      case 'create':
        this.#calls.create(order, 0, false);
        return;
      case 'init':
        this.#calls.init(order, 0, methodNames.card);
        return;
      case 'init_wallet':
        this.#calls.init(order, 0, methodNames.wallet);
        return;
      case 'init_element':
        this.#calls.init(order, 0, methodNames.element);
        return;
      case 'submit':
        this.#calls.submit(order, 0, 'fitting');
        return;
      case 'give_up':
        this.#calls.giveUp(order, 0, 'latest');
        return;
      case 'succeed':
        channel.conclude(attemptId, 'succeeded');
        this.reportLatest(0);
        return;
      case 'pay_again':
        channel.payAgain(attemptId, 0);
        this.reportLatest(0);
        return;
      case 'refund_second':
      case 'dispute_second': {
        const [second] = channel.books().furtherPayments.filter((each) => each.attemptId === attemptId);
        if (second === undefined) return;
        if (way === 'refund_second') channel.refundByHand(second, 6_000);
        else channel.openDispute(second, 4_000);
        this.reportLatest(0);
        return;
      }
      case 'fail_to_collect':
      case 'fail_to_collect_unheard':
      case 'collect_after_all': {
        const payment = channel.books().payments.find((each) => each.attemptId === attemptId);
        if (payment === undefined) return;
        if (way === 'collect_after_all') channel.collectAfterAll(payment);
        else channel.failToCollect(payment);
        if (way === 'fail_to_collect') this.reportLatest(0);
        return;
      }
      case 'fail':
        channel.conclude(attemptId, 'failed');
        this.reportLatest(0);
        return;
      case 'refund':
        this.#calls.refund(order, 0, { number: `R${order}`, amountMinor: 6_000, currency: 'USD' });
        return;
      case 'refund_a_part':
        this.#calls.refund(order, 0, { number: `R${order}`, amountMinor: 3_000, currency: 'USD' });
        return;
      case 'make_refund':
      case 'make_refund_twice':
      case 'return_more': {
        const [refundId] = [...channel.refunds].find(([, refund]) => refund.attemptId === attemptId) ?? [];
        if (refundId === undefined) return;
        if (way === 'make_refund_twice') {
          channel.makeRefundTwice(refundId);
          return;
        }
        if (way === 'make_refund') channel.concludeRefund(refundId, 'succeeded');
        else channel.returnMore(refundId, 2_000);
        this.reportLatest(0);
        return;
      }
      case 'take_wrong_amount':
        channel.takeWrongAmount(attemptId);
        return;
      case 'refund_by_hand': {
        const payment = channel.books().payments.find((each) => each.attemptId === attemptId);
        if (payment !== undefined) channel.refundByHand(payment, 6_000);
        return;
      }
      case 'undo_refund': {
        const { refunds, refundsByHand } = channel.books();
        const isOwn = (refund: { readonly attemptId: string }) => refund.attemptId === attemptId;
        for (const { refundId } of refunds.filter(isOwn)) channel.undoRefund(refundId);
        for (const { channelReference } of refundsByHand.filter(isOwn)) {
          channel.undoRefundByHand(channelReference);
        }
        return;
      }
      case 'undo_second_refund':
        for (const second of channel.books().secondRefunds) {
          if (second.attemptId === attemptId) channel.undoSecondRefund(second.channelReference);
        }
        return;
      case 'make_again':
        for (const name of channel.undoneRefunds) channel.makeRefundAgain(name);
        return;
      case 'tell':
        this.reportLatest(0);
        return;
      case 'tell_earlier_failure':
        this.#calls.callBack(
          this.#channelLife.unacknowledged.find(
            ({ notification: { kind, ...told } }) =>
              kind === 'refund_by_reference' && 'result' in told && told.result.kind === 'failed',
          ),
          0,
        );
        return;
      case 'conclude_refund':
        this.#operator.happen({
          do: 'conclude_refund_by_hand',
          at: 0,
          pick: 0,
          isAmountNamed: true,
          isFromNotes: false,
          isNotByHand: true,
        });
        return;
      case 'return_by_hand':
        this.#operator.happen({ do: 'conclude_made_by_hand', at: 0, pick: 0 });
        return;
      case 'settle_cases':
        this.#operator.settleAll(order);
        return;
      case 'refund_and_die':
        this.refundAndDie(order, { number: `R${order}`, amountMinor: 6_000, currency: 'USD' });
        return;
      case 'dispute':
        channel.openDisputeOf(attemptId, 4_000);
        this.reportLatest(0);
        return;
      case 'win_dispute':
        // The opening is reported later.
        channel.openDisputeOf(attemptId, 4_000);
        channel.resolveDispute([...channel.disputes.keys()].at(-1) ?? '', 'won');
        this.reportLatest(0);
        return;
      case 'lose_dispute':
        channel.openDisputeOf(attemptId, 4_000);
        channel.resolveDispute([...channel.disputes.keys()].at(-1) ?? '', 'lost');
        this.reportLatest(0);
        return;
      case 'give_back':
        channel.giveBack([...channel.disputes.keys()].at(-1) ?? '', 60);
        this.reportLatest(0);
        return;
      case 'appeal':
        channel.reopenDispute([...channel.disputes.keys()].at(-1) ?? '');
        // The other process applies this report, and its clock is behind.
        this.reportLatest(1);
        return;
      case 'win_unheard':
      case 'lose_part_unheard':
        channel.resolveDispute(
          [...channel.disputes.keys()].at(-1) ?? '',
          way === 'win_unheard' ? 'won' : 'won_in_part',
        );
        return;
      case 'give_rest_back_unheard':
        channel.giveBack([...channel.disputes.keys()].at(-1) ?? '', 100);
        return;
      case 'object_again':
        channel.objectAgain([...channel.disputes.keys()].at(-1) ?? '');
        return;
      case 'object_and_tell':
        channel.objectAgain([...channel.disputes.keys()].at(-1) ?? '');
        this.reportLatest(0);
        return;
      case 'retry_debit':
        channel.retryDebit(attemptId);
        this.reportLatest(0);
        return;
      case 'pay_first_too':
        channel.conclude(firstId, 'succeeded');
        this.reportLatest(0);
        return;
      case 'lose_first':
        // The channel reports the dispute later.
        channel.openDisputeOf(firstId, 4_000);
        channel.resolveDispute([...channel.disputes.keys()].at(-1) ?? '', 'lost');
        return;
      case 'let_expire':
        this.#stage.pass(1_801);
        this.#processes.look(0);
        return;
      case 'succeed_unreturnably':
        // The order was closed before the payment arrived, and the money cannot be returned.
        channel.setMood({ refunds: 'fail' });
        channel.conclude(attemptId, 'succeeded');
        this.reportLatest(0);
        return;
      case 'make_refunds_later':
        channel.setMood({ refunds: 'pending' });
        return;
      case 'repeat_return':
        this.#operator.happen({ do: 'repeat_return', at: 0, pick: 0 });
        return;
      case 'lose_channel':
        witnesses.breakChannel('unreachable', Number.POSITIVE_INFINITY);
        return;
      case 'lose_answers':
        witnesses.breakChannel('answer_lost', Number.POSITIVE_INFINITY);
        return;
      case 'look_for_refund':
        this.#operator.happen({ do: 'look_for_refund', pick: 0 });
        return;
      case 'let_minutes_pass':
        this.#stage.pass(200);
        return;
      case 'let_hours_pass':
        this.#stage.pass(4_000);
        this.#processes.look(0);
        return;
      case 'let_days_pass':
        this.#stage.pass(90_000);
        this.#processes.look(0);
        return;
      case 'regain_channel':
        witnesses.breakChannel('unreachable', 0);
        return;
    }
  }

  refundAndDie(order: number, wish: RefundWish): void {
    this.#processes
      .at(0)
      .arm({ kind: 'crash', when: 'after', callsBefore: CALLS_BEFORE_REFUND_STORED, calls: 1 });
    this.#calls.refund(order, 0, wish);
  }

  reportLatest(at: number): void {
    this.#calls.callBack(this.#channelLife.latestCallback, at);
  }
}

/**
 * The port calls of a refund request before the refund is stored: it reads the order, claims the refund ID, and reads the order
 * again.
 */
const CALLS_BEFORE_REFUND_STORED = 3;
