import { ChannelLife } from './channel-life.ts';
import { Ending } from './ending.ts';
import type { RefundWish } from './expected-outcomes.ts';
import { GatewayProcesses } from './gateway-processes.ts';
import type { Happening } from './happenings.ts';
import type { ChannelMood } from './ledger-channel.ts';
import { partOf, refundWish } from './numbered-payments.ts';
import { OperatorCalls } from './operator-calls.ts';
import { type CallbackCounts, methodNames, PaymentCalls } from './payment-calls.ts';
import { RotationCalls } from './rotation-calls.ts';
import { Stage, type WorldOptions } from './stage.ts';
import { type Beginning, beginnings, type Step, type Story } from './steps.ts';
import { StoredState } from './stored-state.ts';

/** Thrown when a rule is broken. It ends the run. */
export class ModelViolation extends Error {
  override readonly name = 'ModelViolation';
}

/**
 * Two processes of the gateway over the same stores, two channels with books of their own, a merchant's receiver and a clock.
 * Steps start calls, and turns let the calls continue. All rules are checked on the way. They are checked again at the end,
 * when time has passed and no work is due any more.
 */
export class World {
  readonly #stage: Stage;
  readonly #processes: GatewayProcesses;
  readonly #calls: PaymentCalls;
  readonly #operator: OperatorCalls;
  readonly #rotation: RotationCalls;
  readonly #channelLife: ChannelLife;
  readonly #stored: StoredState;
  readonly #ending: Ending;

  private constructor(story: Story, options: WorldOptions) {
    this.#stage = new Stage(story, options);
    this.#processes = new GatewayProcesses(this.#stage, options.stores);
    this.#calls = new PaymentCalls(this.#stage, this.#processes);
    this.#operator = new OperatorCalls(this.#stage, this.#processes);
    this.#rotation = new RotationCalls(this.#stage, this.#processes);
    this.#channelLife = new ChannelLife(this.#stage);
    this.#stored = new StoredState(this.#stage);
    this.#ending = new Ending({
      stage: this.#stage,
      processes: this.#processes,
      calls: this.#calls,
      operator: this.#operator,
      rotation: this.#rotation,
      channelLife: this.#channelLife,
      stored: this.#stored,
      isSettledConcluded: story.isSettledConcluded,
      check: () => this.#check(true),
    });
  }

  static async live(story: Story, options: WorldOptions): Promise<CallbackCounts> {
    const world = new World(story, options);
    await world.#stage.stores.merchants.insert(world.#stage.merchant);
    for (const [order, beginning] of story.beginnings.entries()) await world.#begin(order, beginning);
    const before = world.#calls.callbacks;
    for (const step of story.steps) await world.#perform(step);
    const { received, repeated } = world.#calls.callbacks;
    await world.#ending.come();
    return { received: received - before.received, repeated: repeated - before.repeated };
  }

  async #begin(order: number, beginning: Beginning): Promise<void> {
    for (const way of beginnings[beginning]) {
      this.#beginBy(order, way);
      await this.#stage.turns.settle();
      this.#processes.replaceTheDead();
    }
    await this.#check(true);
  }

  #beginBy(order: number, way: (typeof beginnings)[Beginning][number]): void {
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
        this.#reportLatest(0);
        return;
      case 'pay_again':
        channel.payAgain(attemptId, 0);
        this.#reportLatest(0);
        return;
      case 'refund_second':
      case 'dispute_second': {
        const [second] = channel.books().furtherPayments.filter((each) => each.attemptId === attemptId);
        if (second === undefined) return;
        if (way === 'refund_second') channel.refundByHand(second, 6_000);
        else channel.openDispute(second, 4_000);
        this.#reportLatest(0);
        return;
      }
      case 'fail':
        channel.conclude(attemptId, 'failed');
        this.#reportLatest(0);
        return;
      case 'refund':
        this.#calls.refund(order, 0, { number: `R${order}`, amountMinor: 6_000, currency: 'USD' });
        return;
      case 'make_refund':
      case 'return_more': {
        const [refundId] = [...channel.refunds].find(([, refund]) => refund.attemptId === attemptId) ?? [];
        if (refundId === undefined) return;
        if (way === 'make_refund') channel.concludeRefund(refundId, 'succeeded');
        else channel.returnMore(refundId, 2_000);
        this.#reportLatest(0);
        return;
      }
      case 'refund_and_die':
        this.#refundAndDie(order, { number: `R${order}`, amountMinor: 6_000, currency: 'USD' });
        return;
      case 'dispute':
        channel.openDisputeOf(attemptId, 4_000);
        this.#reportLatest(0);
        return;
      case 'win_dispute':
        // The opening is reported later.
        channel.openDisputeOf(attemptId, 4_000);
        channel.resolveDispute([...channel.disputes.keys()].at(-1) ?? '', 'won');
        this.#reportLatest(0);
        return;
      case 'lose_dispute':
        channel.openDisputeOf(attemptId, 4_000);
        channel.resolveDispute([...channel.disputes.keys()].at(-1) ?? '', 'lost');
        this.#reportLatest(0);
        return;
      case 'give_back':
        channel.giveBack([...channel.disputes.keys()].at(-1) ?? '', 60);
        this.#reportLatest(0);
        return;
      case 'appeal':
        channel.reopenDispute([...channel.disputes.keys()].at(-1) ?? '');
        // The other process applies this report, and its clock is behind.
        this.#reportLatest(1);
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
        this.#reportLatest(0);
        return;
      case 'retry_debit':
        channel.retryDebit(attemptId);
        this.#reportLatest(0);
        return;
      case 'pay_first_too':
        channel.conclude(firstId, 'succeeded');
        this.#reportLatest(0);
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
        this.#reportLatest(0);
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

  #refundAndDie(order: number, wish: RefundWish): void {
    this.#processes
      .at(0)
      .arm({ kind: 'crash', when: 'after', callsBefore: CALLS_BEFORE_REFUND_STORED, calls: 1 });
    this.#calls.refund(order, 0, wish);
  }

  #reportLatest(at: number): void {
    this.#calls.callBack(this.#channelLife.latestCallback, at);
  }

  async #perform({ happening, turns }: Step): Promise<void> {
    const waiting = this.#stage.turns;
    await this.#happen(happening);
    if (turns === 'all') await waiting.settle();
    else {
      await waiting.rest();
      for (let turn = 0; turn < turns && !waiting.isQuiet; turn += 1) await waiting.step();
    }
    this.#processes.replaceTheDead();
    await this.#check(turns === 'all');
  }

  async #happen(happening: Happening): Promise<void> {
    const { channel, chronicle, witnesses, turns } = this.#stage;
    const calls = this.#calls;
    switch (happening.do) {
      case 'create':
        calls.create(happening.order, happening.at, happening.otherContent);
        return;
      case 'init':
        calls.init(happening.order, happening.at, happening.method);
        return;
      case 'submit':
        calls.submit(happening.order, happening.at, happening.card);
        return;
      case 'give_up':
        calls.giveUp(happening.order, happening.at, happening.which);
        return;
      case 'race_giving_up':
        calls.giveUp(happening.order, 0, 'latest');
        if (happening.other === 'submits') calls.submit(happening.order, 1, 'fitting');
        else calls.giveUp(happening.order, 1, 'latest');
        return;
      case 'refund': {
        const { order, number, percent, currency } = happening;
        calls.refund(order, happening.at, { ...refundWish(order, number, percent), currency });
        return;
      }
      case 'refund_and_die': {
        const { order, number, percent } = happening;
        this.#refundAndDie(order, {
          number: `R${number}`,
          amountMinor: partOf(order, percent),
          currency: 'USD',
        });
        return;
      }
      case 'race_dispute': {
        const { order, number, percent } = happening;
        channel.openDisputeOf(chronicle.now(this.#stage.orderId(order))?.paidByAttemptId ?? '', 4_000);
        const amountMinor = partOf(order, percent);
        calls.refund(order, 0, { number: `R${number}`, amountMinor, currency: 'USD' });
        this.#reportLatest(1);
        return;
      }
      case 'race_inits':
        calls.init(happening.order, 0, methodNames.wallet);
        calls.init(happening.order, 1, methodNames.card);
        return;
      case 'race_submissions':
        calls.submit(happening.order, 0, 'fitting');
        calls.submit(happening.order, 1, 'fitting');
        return;
      case 'race_refunds':
        for (const [at, order] of happening.orders.entries()) {
          const wish = refundWish(order, happening.number, happening.percents[at] ?? null);
          calls.refund(order, at, wish);
        }
        return;
      case 'conclude_payment':
      case 'pay_after_all':
      case 'pay_again':
      case 'take_wrong_amount':
      case 'fail_to_collect':
      case 'conclude_refund':
      case 'return_more':
      case 'undo_refund':
      case 'refund_by_hand':
      case 'open_dispute':
      case 'resolve_dispute':
      case 'object_again':
      case 'reopen_dispute':
      case 'give_back':
      case 'retry_debit':
      case 'take_back_debit':
        this.#channelLife.happen(happening);
        return;
      case 'ask_about_attempt':
      case 'cancel_refund':
      case 'repeat_return':
      case 'race_returns':
      case 'settle_case':
      case 'conclude_refund_by_hand':
      case 'look_for_refund':
      case 'record_return_by_hand':
      case 'conclude_dispute_by_hand':
      case 'race_dispute_conclusions':
      case 'misjudge_dispute':
      case 'record_unreported_loss':
      case 'resend':
      case 'switch_webhook_on':
      case 'reconcile':
        this.#operator.happen(happening);
        return;
      case 'rotate':
      case 'sign_anew':
      case 'retire_secret':
        await this.#rotation.happen(happening);
        return;
      case 'call_back':
        calls.callBack(this.#channelLife.callback(happening.which, happening.pick), happening.at);
        return;
      case 'lose_callback':
        this.#channelLife.loseCallback(happening.pick);
        return;
      case 'pass':
        this.#stage.pass(happening.seconds);
        return;
      case 'pass_midnight':
        this.#stage.passMidnight(happening.secondsAfter);
        return;
      case 'move_clock':
        this.#stage.moveClock(happening.seconds);
        return;
      case 'look':
        this.#processes.look(happening.at);
        return;
      case 'receiver':
        this.#stage.receiver.mood = happening.answers;
        return;
      case 'channel_mood':
        channel.setMood(moodOf(happening), happening.reach);
        return;
      case 'channel_busy':
        channel.isBusy = happening.isBusy;
        return;
      case 'channel_fault':
        witnesses.breakChannel(happening.kind, happening.calls, happening.reach);
        return;
      case 'process_fault':
        this.#processes.at(happening.at).arm(happening);
        return;
      case 'pause':
        turns.pause(this.#processes.at(happening.at));
        return;
      case 'pause_at_call':
        this.#processes.at(happening.at).pauseAt(happening);
        return;
      case 'pause_for_a_day':
        this.#processes.at(happening.at).pauseAt({ when: 'after', callsBefore: happening.callsBefore });
        calls.callBack(this.#channelLife.callback('new', happening.pick), happening.at);
        await turns.settle();
        this.#stage.pass(90_000);
        return;
      case 'resume':
        turns.resumeAll();
        return;
      case 'nothing':
        return;
      default:
        return happening satisfies never;
    }
  }

  /** @param isWhole whether to read every order and event as well */
  async #check(isWhole: boolean): Promise<void> {
    const { chronicle, turns } = this.#stage;
    this.#stage.violate(...chronicle.takeFaults());
    this.#stored.checkAlerts();
    if (isWhole) await this.#stored.check();
    const isAtRest = turns.isQuiet && !turns.isAnybodyPaused;
    const { unanswered } = this.#processes;
    if (isWhole && isAtRest && unanswered.length > 0) {
      this.#stage.violate(`never answered: ${unanswered.join(', ')}`);
    }
    const { violations } = this.#stage;
    if (violations.length > 0) throw new ModelViolation(violations.join('\n'));
  }
}

function moodOf({ openings, submissions, refunds }: ChannelMood): ChannelMood {
  return { openings, submissions, refunds };
}

/**
 * The port calls of a refund request before the refund is stored: it reads the order, claims the refund ID, and reads the order
 * again.
 */
const CALLS_BEFORE_REFUND_STORED = 3;
