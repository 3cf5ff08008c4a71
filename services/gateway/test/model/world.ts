import { type Beginning, beginnings } from './beginnings.ts';
import { ChannelLife } from './channel-life.ts';
import { Ending } from './ending.ts';
import { GatewayProcesses } from './gateway-processes.ts';
import type { Happening } from './happenings.ts';
import type { ChannelMood } from './ledger-channel.ts';
import { partOf, refundWish } from './numbered-payments.ts';
import { OperatorCalls } from './operator-calls.ts';
import { type CallbackCounts, methodNames, PaymentCalls } from './payment-calls.ts';
import { RotationCalls } from './rotation-calls.ts';
import { Stage, type WorldOptions } from './stage.ts';
import type { Step, Story } from './steps.ts';
import { StoredState } from './stored-state.ts';
import { StoryBeginnings } from './story-beginnings.ts';

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
  readonly #beginnings: StoryBeginnings;
  readonly #stored: StoredState;
  readonly #ending: Ending;

  private constructor(story: Story, options: WorldOptions) {
    this.#stage = new Stage(story, options);
    this.#processes = new GatewayProcesses(this.#stage, options.stores);
    this.#calls = new PaymentCalls(this.#stage, this.#processes);
    this.#operator = new OperatorCalls(this.#stage, this.#processes);
    this.#rotation = new RotationCalls(this.#stage, this.#processes);
    this.#channelLife = new ChannelLife(this.#stage);
    this.#beginnings = new StoryBeginnings({
      stage: this.#stage,
      processes: this.#processes,
      calls: this.#calls,
      operator: this.#operator,
      channelLife: this.#channelLife,
    });
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
      this.#beginnings.by(order, way);
      await this.#stage.turns.settle();
      this.#processes.replaceTheDead();
    }
    await this.#check(true);
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
        this.#beginnings.refundAndDie(order, {
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
        this.#beginnings.reportLatest(1);
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
      case 'collect_after_all':
      case 'conclude_refund':
      case 'refuse_as_too_early':
      case 'return_more':
      case 'make_refund_twice':
      case 'undo_refund':
      case 'make_refund_again':
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
      case 'conclude_made_by_hand':
      case 'conclude_dispute_by_hand':
      case 'race_dispute_conclusions':
      case 'misjudge_dispute':
      case 'record_unreported_loss':
      case 'write_off':
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
