import { isDeepStrictEqual } from 'node:util';
import type { NewPayment } from '../../src/application/payments/create-payment.ts';
import { TemporarilyUnavailable } from '../../src/application/temporarily-unavailable.ts';
import type { Merchant } from '../../src/domain/merchant/merchant.ts';
import { deriveOrderId } from '../../src/domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { addSeconds, nextAttentionAt } from '../../src/domain/order/schedule.ts';
import type { LoggedEvent } from '../../src/ports/event-log.ts';
import type { WebhookAnswer, WebhookMessage } from '../../src/ports/webhook-sender.ts';
import { newMerchant } from '../builders/merchants.ts';
import { money } from '../builders/orders.ts';
import { cards, rawCallback } from '../in-memory/fake-channel.ts';
import type { SettableClock } from '../in-memory/settable-clock.ts';
import {
  newPayment,
  newSurroundings,
  outcomeOf,
  refundCommand,
  type Surroundings,
  type TestGateway,
} from '../in-memory/test-gateway.ts';
import { CallWitnesses } from './call-witnesses.ts';
import {
  creationOutcome,
  initOutcome,
  leftToRefundMinor,
  type RefundWish,
  refundOutcome,
  submissionOutcome,
} from './expected-outcomes.ts';
import {
  faultsAtRest,
  faultsOfAsking,
  faultsOfEvents,
  faultsOfLog,
  faultsOfMoney,
  faultsOfOrder,
} from './invariants.ts';
import { type ChannelCallback, LedgerChannel } from './ledger-channel.ts';
import { MortalGateway } from './mortal-gateway.ts';
import { OrderChronicle } from './order-chronicle.ts';
import { Receiver } from './receiver.ts';
import { type Beginning, beginnings, type Happening, type Step, type Story } from './steps.ts';
import { Turns } from './turns.ts';

/** The stores of a process; two processes have adapters of their own over the same data. */
export type Stores = Pick<Surroundings, 'orders' | 'claims' | 'merchants' | 'events' | 'inbox'>;

export interface WorldOptions {
  readonly stores: readonly [Stores, Stores];
  readonly clock: SettableClock;
  /** How many calls of ports may have their effects at once. */
  readonly atOnce: number;
  readonly merchantId: string;
}

/** What was found wrong; the run ends with it. */
export class ModelViolation extends Error {
  override readonly name = 'ModelViolation';
}

interface Stored {
  /** After how many turns it was read. */
  readonly taken: number;
  readonly orders: readonly PaymentOrder[];
  readonly logged: readonly LoggedEvent[];
}

const methodNames = { card: 'card', wallet: 'sandbox_wallet' } as const;

/**
 * Two processes of the gateway over the same stores, a channel with its own books, a merchant's receiver
 * and a clock. Steps start calls, and turns let them go on; everything that must hold is checked on the
 * way, and at the end once time has passed and nothing is due any more.
 */
export class World {
  readonly #turns: Turns;
  readonly #stores: Stores;
  readonly #perProcess: readonly [Stores, Stores];
  readonly #channel = new LedgerChannel();
  readonly #receiver = new Receiver();
  readonly #chronicle = new OrderChronicle();
  readonly #witnesses: CallWitnesses;
  readonly #outside: Surroundings;
  readonly #processes: MortalGateway[];
  readonly #merchant: Merchant;
  readonly #violations: string[] = [];
  readonly #logged = new Map<string, LoggedEvent>();
  readonly #looking = new Set<MortalGateway>();
  readonly #open = new Set<string>();
  readonly #accepted = new Map<string, RefundWish>();
  #calls = 0;
  #alertsSeen = 0;
  #stored: Stored | null = null;
  #checkedAt = 0;

  private constructor(story: Story, options: WorldOptions) {
    this.#turns = new Turns(story.seed, options.atOnce);
    this.#perProcess = options.stores;
    this.#stores = options.stores[0];
    this.#outside = newSurroundings({
      ...this.#stores,
      channel: this.#channel,
      clock: options.clock,
    });
    this.#chronicle.noteTime(options.clock.now());
    this.#witnesses = new CallWitnesses(this.#chronicle, this.#channel, (fault) =>
      this.#violations.push(fault),
    );
    this.#merchant = newMerchant({ merchantId: options.merchantId });
    this.#outside.sender.receive(this.#merchant.webhook.url, (message: WebhookMessage): WebhookAnswer => {
      const { answer, faults } = this.#receiver.receive(message);
      this.#violations.push(...faults);
      return answer;
    });
    this.#processes = [this.#newProcess(0), this.#newProcess(1)];
  }

  static async live(story: Story, options: WorldOptions): Promise<void> {
    const world = new World(story, options);
    await world.#stores.merchants.insert(world.#merchant);
    for (const [order, beginning] of story.beginnings.entries()) await world.#begin(order, beginning);
    for (const step of story.steps) await world.#perform(step);
    await world.#end();
  }

  async #begin(order: number, beginning: Beginning): Promise<void> {
    for (const way of beginnings[beginning]) {
      await this.#beginBy(order, way);
      await this.#turns.settle();
    }
    await this.#check(true);
  }

  async #beginBy(order: number, way: (typeof beginnings)[Beginning][number]): Promise<void> {
    const attemptId = this.#chronicle.now(this.#orderId(order))?.attempts.at(-1)?.attemptId ?? '';
    switch (way) {
      case 'create':
        return this.#create(order, 0, false);
      case 'init':
        return this.#init(order, 0, methodNames.card);
      case 'init_wallet':
        return this.#init(order, 0, methodNames.wallet);
      case 'submit':
        return this.#submit(order, 0, 'fitting');
      case 'succeed':
        this.#channel.conclude(attemptId, 'succeeded');
        return this.#callBack(this.#channel.callbacks.at(-1), 0);
      case 'fail':
        this.#channel.conclude(attemptId, 'failed');
        return this.#callBack(this.#channel.callbacks.at(-1), 0);
      case 'refund':
        return this.#refund(order, 0, { number: `R${order}`, amountMinor: 6_000, currency: 'USD' });
      case 'dispute':
        this.#channel.openDispute(attemptId, 4_000);
        return this.#callBack(this.#channel.callbacks.at(-1), 0);
      case 'win_dispute':
        // That it was opened is reported later.
        this.#channel.openDispute(attemptId, 4_000);
        this.#channel.resolveDispute([...this.#channel.disputes.keys()].at(-1) ?? '', 'won');
        return this.#callBack(this.#channel.callbacks.at(-1), 0);
      case 'let_expire':
        this.#outside.clock.pass(1_801);
        this.#chronicle.noteTime(this.#outside.clock.now());
        return this.#look(0);
    }
  }

  async #perform({ happening, turns }: Step): Promise<void> {
    await this.#happen(happening);
    if (turns === 'all') await this.#turns.settle();
    else {
      await this.#turns.rest();
      for (let turn = 0; turn < turns && !this.#turns.isQuiet; turn += 1) await this.#turns.step();
    }
    this.#replaceTheDead();
    await this.#check(turns === 'all');
  }

  #newProcess(index: number): MortalGateway {
    const stores = this.#perProcess[index % 2] as Stores;
    return new MortalGateway({ ...this.#outside, ...stores }, this.#turns, this.#witnesses.ofProcess());
  }

  #replaceTheDead(): void {
    for (const [index, process] of this.#processes.entries()) {
      if (process.isDead) this.#processes[index] = this.#newProcess(index);
    }
  }

  async #happen(happening: Happening): Promise<void> {
    const channel = this.#channel;
    switch (happening.do) {
      case 'create':
        return this.#create(happening.order, happening.at, happening.otherContent);
      case 'init':
        return this.#init(happening.order, happening.at, happening.method);
      case 'submit':
        return this.#submit(happening.order, happening.at, happening.card);
      case 'refund': {
        const amountMinor = partOf(happening.order, happening.percent);
        const wish = { number: `R${happening.number}`, amountMinor, currency: happening.currency };
        return this.#refund(happening.order, happening.at, wish);
      }
      case 'race_dispute': {
        const { order, number, percent } = happening;
        channel.openDispute(this.#chronicle.now(this.#orderId(order))?.paidByAttemptId ?? '', 4_000);
        const amountMinor = partOf(order, percent);
        this.#refund(order, 0, { number: `R${number}`, amountMinor, currency: 'USD' });
        return this.#callBack(channel.callbacks.at(-1), 1);
      }
      case 'race_inits':
        this.#init(happening.order, 0, methodNames.wallet);
        return this.#init(happening.order, 1, methodNames.card);
      case 'race_submissions':
        this.#submit(happening.order, 0, 'fitting');
        return this.#submit(happening.order, 1, 'fitting');
      case 'race_refunds':
        for (const [at, order] of happening.orders.entries()) {
          const amountMinor = partOf(order, happening.percents[at] ?? 100);
          this.#refund(order, at, { number: `R${happening.number}`, amountMinor, currency: 'USD' });
        }
        return;
      case 'conclude_payment': {
        const pending = this.#payableAttempts();
        const attemptId = pending[happening.pick % pending.length];
        if (attemptId !== undefined) channel.conclude(attemptId, happening.result);
        return;
      }
      case 'pay_after_all': {
        const unpaid = channel
          .books()
          .payments.filter(({ result, charges }) => charges > 0 && result !== null && result !== 'succeeded');
        const { attemptId } = unpaid[happening.pick % unpaid.length] ?? {};
        if (attemptId !== undefined) channel.conclude(attemptId, 'succeeded');
        return;
      }
      case 'take_wrong_amount': {
        const pending = this.#payableAttempts();
        const attemptId = pending[happening.pick % pending.length];
        if (attemptId !== undefined) channel.takeWrongAmount(attemptId);
        return;
      }
      case 'conclude_refund': {
        const pending = this.#pendingRefunds();
        const refundId = pending[happening.pick % pending.length];
        if (refundId !== undefined) channel.concludeRefund(refundId, happening.result);
        return;
      }
      case 'open_dispute': {
        const paid = channel.books().payments.filter(({ result }) => result === 'succeeded');
        const payment = paid[happening.pick % paid.length];
        if (payment === undefined) return;
        const wanted = Math.floor((payment.amount.amountMinor * happening.percent) / 100);
        channel.openDispute(payment.attemptId, wanted);
        return;
      }
      case 'resolve_dispute': {
        const opened = [...channel.disputes.values()].filter(({ state }) => state === 'opened');
        const dispute = opened[happening.pick % opened.length];
        if (dispute !== undefined) channel.resolveDispute(dispute.channelReference, happening.outcome);
        return;
      }
      case 'call_back': {
        const fresh = channel.callbacks.filter(({ isAcknowledged }) => !isAcknowledged);
        const candidates = happening.which === 'new' ? fresh : channel.callbacks;
        return this.#callBack(candidates[happening.pick % candidates.length], happening.at);
      }
      case 'lose_callback':
        return this.#loseCallback(happening.pick);
      case 'pass':
        this.#outside.clock.pass(happening.seconds);
        this.#chronicle.noteTime(this.#outside.clock.now());
        return;
      case 'move_clock':
        this.#outside.clock.move(happening.seconds);
        this.#chronicle.noteTime(this.#outside.clock.now());
        return;
      case 'look':
        return this.#look(happening.at);
      case 'receiver':
        this.#receiver.mood = happening.answers;
        return;
      case 'channel_mood':
        channel.mood = happening;
        return;
      case 'channel_fault':
        this.#witnesses.breakChannel(happening.kind, happening.calls);
        return;
      case 'process_fault':
        this.#process(happening.at).arm(happening);
        return;
      case 'pause':
        return this.#turns.pause(this.#process(happening.at));
      case 'resume':
        return this.#turns.resumeAll();
      case 'nothing':
        return;
    }
  }

  #process(at: number): MortalGateway {
    return this.#processes[at] as MortalGateway;
  }

  #orderId(order: number): string {
    return deriveOrderId(this.#merchant.merchantId, paymentNumbered(order, false).merchantTransactionId);
  }

  /** Attempts that a consumer could be paying now. */
  #payableAttempts(): readonly string[] {
    return [...this.#channel.payments]
      .filter(([attemptId, { result, isSubmitted }]) => {
        if (result !== null) return false;
        const attempt = this.#chronicle.attempt(attemptId);
        // The page of a wallet takes money as soon as it was handed out, a card only when it was submitted.
        return isSubmitted || (attempt?.methodCode !== 'card' && attempt?.opening != null);
      })
      .map(([attemptId]) => attemptId);
  }

  #pendingRefunds(): readonly string[] {
    return [...this.#channel.refunds]
      .filter(([, { result }]) => result === null)
      .map(([refundId]) => refundId);
  }

  /** Starts a call on a process; its answer is judged in the moment in which it comes. */
  #call(
    at: number,
    name: string,
    run: (gateway: TestGateway) => Promise<{ readonly kind: string; readonly name?: string }>,
    judge: (outcome: string, from: number) => readonly string[] = () => [],
  ): void {
    const process = this.#process(at);
    const { failures } = process;
    const from = this.#chronicle.moment;
    this.#calls += 1;
    const call = `${name} #${this.#calls}`;
    this.#open.add(call);
    void run(process.gateway)
      .then(outcomeOf, (error: unknown) => {
        if (error instanceof TemporarilyUnavailable && process.failures > failures) return 'unavailable';
        return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
      })
      .then((outcome) => {
        this.#open.delete(call);
        if (outcome.startsWith('threw')) this.#violations.push(`${call} ${outcome}`);
        else if (outcome !== 'unavailable')
          this.#violations.push(...judge(outcome, from).map((fault) => `${call}: ${fault}`));
      })
      .catch((error: unknown) => this.#violations.push(`${call}: ${String(error)}`));
    // Whoever dies answers nobody.
    process.whenDead(() => this.#open.delete(call));
  }

  #create(order: number, at: number, otherContent: boolean): void {
    const payment = paymentNumbered(order, otherContent);
    const orderId = this.#orderId(order);
    this.#call(
      at,
      `create ${payment.merchantTransactionId}`,
      (gateway) => gateway.create.execute(this.#merchant, payment),
      (outcome, from) =>
        this.#chronicle.judge(outcome, from, ({ order: find }) =>
          creationOutcome(find(orderId), payment.amount.amountMinor),
        ),
    );
  }

  #init(order: number, at: number, method: string): void {
    const orderId = this.#orderId(order);
    if (this.#chronicle.now(orderId) === undefined) return;
    const refusals = this.#witnesses.failedOpenings;
    this.#call(
      at,
      `init T${order} ${method}`,
      async (gateway) => {
        const answer = await gateway.initialise.execute(await gateway.order(orderId), method);
        if (answer.kind === 'initialised') {
          const stored = this.#chronicle.attempt(answer.attempt.attemptId);
          if (!isDeepStrictEqual(stored?.opening, answer.opening) || stored?.methodCode !== method) {
            this.#violations.push(`init T${order}: handed out what is not stored`);
          }
        }
        return answer;
      },
      (outcome, from) => {
        const before = this.#chronicle.stateAt(orderId, from);
        const now = this.#chronicle.now(orderId);
        const isLost = now?.attempts.some(
          ({ state }, index) => !isOpenState(state) && before?.attempts[index]?.state !== state,
        );
        if (outcome === 'CHANNEL_ERROR' && (isLost || this.#witnesses.failedOpenings > refusals)) return [];
        if (outcome === 'PAYMENT_IN_PROGRESS' && isLost) return [];
        return this.#chronicle.judge(outcome, from, ({ order: find, time }) =>
          initOutcome(find(orderId) as PaymentOrder, method, time),
        );
      },
    );
  }

  #submit(order: number, at: number, card: 'fitting' | 'wrong'): void {
    const orderId = this.#orderId(order);
    const isCard = this.#chronicle.now(orderId)?.attempts.at(-1)?.methodCode === methodNames.card;
    if (this.#chronicle.now(orderId) === undefined) return;
    const hasCard = isCard === (card === 'fitting');
    this.#call(
      at,
      `submit T${order}`,
      async (gateway) =>
        gateway.submit.execute(await gateway.order(orderId), hasCard ? cards.succeeds : null),
      (outcome, from) => {
        // The attempt that the consumer saw has paid the order meanwhile.
        const seen = this.#chronicle.stateAt(orderId, from)?.attempts.at(-1)?.attemptId;
        const payer = this.#chronicle.now(orderId)?.paidByAttemptId;
        if (outcome === 'submitted' && seen !== undefined && seen === payer) return [];
        return this.#chronicle.judge(outcome, from, ({ order: find, time }) =>
          submissionOutcome(find(orderId) as PaymentOrder, hasCard, time),
        );
      },
    );
  }

  #refund(order: number, at: number, wish: RefundWish): void {
    const orderId = this.#orderId(order);
    const command = refundCommand({
      transactionId: wish.number,
      originalTransactionId: paymentNumbered(order, false).merchantTransactionId,
      amount: money(wish.amountMinor, wish.currency),
    });
    this.#call(
      at,
      `refund ${wish.number} of T${order}`,
      (gateway) => gateway.requestRefund.execute(this.#merchant.merchantId, command),
      (outcome, from) => {
        if (outcome === 'accepted') this.#accepted.set(`${orderId} ${wish.number}`, wish);
        return this.#chronicle.judge(outcome, from, ({ order: find, others }) =>
          refundOutcome(
            find(orderId),
            wish,
            others(orderId).some(({ refunds }) =>
              refunds.some(({ transactionId }) => transactionId === wish.number),
            ),
          ),
        );
      },
    );
  }

  async #callBack(callback: ChannelCallback | undefined, at: number): Promise<void> {
    if (callback === undefined) return;
    const { callbackId, notification } = callback;
    this.#call(at, `callback ${callbackId}`, async (gateway) => {
      const answer = await gateway.receiveCallback.execute(
        'Sandbox',
        rawCallback({ callbackId, notification }),
      );
      if (answer.kind !== 'received') this.#violations.push(`callback ${callbackId}: ${outcomeOf(answer)}`);
      callback.isAcknowledged = true;
      return answer;
    });
  }

  /** Results that the gateway asks for itself may never be reported. */
  #loseCallback(pick: number): void {
    const losable = this.#channel.callbacks.filter(({ isAcknowledged, notification }) => {
      if (isAcknowledged) return false;
      if (notification.kind === 'refund') return true;
      if (notification.kind !== 'payment') return false;
      const { attemptId } = notification;
      const reports = this.#channel.callbacks.filter(
        (other) => other.notification.kind === 'payment' && other.notification.attemptId === attemptId,
      );
      return reports.length === 1 && this.#chronicle.attempt(attemptId)?.state === 'SUBMITTED';
    });
    const callback = losable[pick % losable.length];
    if (callback !== undefined) callback.isAcknowledged = true;
  }

  /** Every duty of a process looks once at what is due, unless it still does. */
  #look(at: number): void {
    const process = this.#process(at);
    if (this.#looking.has(process)) return;
    this.#looking.add(process);
    this.#call(at, 'look', async (gateway) => {
      await gateway.alarmClock.ring();
      this.#looking.delete(process);
      return { kind: 'looked' };
    });
  }

  /** @param isWhole whether to read every order and event as well */
  async #check(isWhole: boolean): Promise<void> {
    this.#violations.push(...this.#chronicle.takeFaults(), ...this.#faultsOfAlerts());
    if (isWhole) await this.#checkStores();
    const isAtRest = this.#turns.isQuiet && !this.#turns.isAnybodyPaused;
    if (isWhole && isAtRest && this.#open.size > 0) {
      this.#violations.push(`never answered: ${[...this.#open].join(', ')}`);
    }
    if (this.#violations.length > 0) throw new ModelViolation(this.#violations.join('\n'));
  }

  async #checkStores(): Promise<void> {
    const { orders, logged, taken } = await this.#read();
    if (taken === this.#checkedAt) return;
    this.#checkedAt = taken;
    const faults = [...faultsOfMoney(orders, this.#channel.books())];
    for (const order of orders) {
      const events = logged.filter(({ orderId }) => orderId === order.orderId);
      faults.push(
        ...faultsOfOrder(order),
        ...faultsOfEvents(order, events),
        ...this.#chronicle.faultsOfStored(order),
      );
    }
    for (const [eventId, before] of this.#logged) {
      const now = logged.find((event) => event.eventId === eventId);
      faults.push(...faultsOfLog(before, now), ...this.#receiver.faultsOf(before));
    }
    for (const event of logged) this.#logged.set(event.eventId, event);
    this.#violations.push(...faults);
  }

  /** All that is stored; nobody writes between two turns. */
  async #read(): Promise<Stored> {
    const { taken } = this.#turns;
    if (this.#stored?.taken === taken) return this.#stored;
    const found = await Promise.all([0, 1, 2].map((order) => this.#stores.orders.find(this.#orderId(order))));
    const orders = found.filter((order) => order !== undefined);
    const logs = await Promise.all(orders.map(({ orderId }) => this.#stores.events.listOfOrder(orderId)));
    this.#stored = { taken, orders, logged: logs.flat() };
    return this.#stored;
  }

  /** A duty may fail because something could not be reached, and for no other reason. */
  #faultsOfAlerts(): readonly string[] {
    const news = this.#outside.alerts.raised.slice(this.#alertsSeen);
    this.#alertsSeen = this.#outside.alerts.raised.length;
    return news.flatMap((alert) => {
      if (alert.kind === 'work_parked') return [`${alert.duty} of ${alert.item} was parked: ${alert.reason}`];
      if (alert.kind !== 'duty_failed') return [];
      const errors = alert.error instanceof AggregateError ? alert.error.errors : [alert.error];
      return errors
        .filter((error) => !(error instanceof TemporarilyUnavailable))
        .map((error) => `${alert.duty} failed: ${error instanceof Error ? error.stack : String(error)}`);
    });
  }

  /** Everything works again and time passes, until nothing is due any more. */
  async #end(): Promise<void> {
    this.#turns.resumeAll();
    await this.#turns.settle();
    this.#replaceTheDead();
    for (const process of this.#processes) process.arm(null);
    this.#witnesses.breakChannel('unreachable', 0);
    this.#channel.mood = { openings: 'open', submissions: 'pending', refunds: 'succeed' };
    if (this.#receiver.mood !== 'is_gone') this.#receiver.mood = 'acknowledges';
    await this.#probe();
    for (const seconds of waitsAtTheEndSeconds) {
      await this.#reportEverything();
      this.#outside.clock.pass(seconds);
      this.#chronicle.noteTime(this.#outside.clock.now());
      this.#look(0);
      this.#look(1);
      await this.#turns.settle();
      await this.#check(true);
      if (seconds > LONGEST_UNASKED_SECONDS) {
        const { orders } = await this.#read();
        this.#violations.push(...faultsOfAsking(orders, this.#channel.books()));
      }
      if (await this.#isCalm()) break;
    }
    await this.#checkEnd();
  }

  /** Whatever the story has led to, one unit more than is left is refused, and what is left can be had. */
  async #probe(): Promise<void> {
    for (const order of [0, 1, 2]) {
      const stored = this.#chronicle.now(this.#orderId(order));
      const left = stored === undefined ? 0 : leftToRefundMinor(stored);
      for (const [at, amountMinor] of [left + 1, left].entries()) {
        if (amountMinor < 1) continue;
        this.#refund(order, at, { number: `P${order}`, amountMinor, currency: 'USD' });
        await this.#turns.settle();
      }
    }
    await this.#check(true);
  }

  async #reportEverything(): Promise<void> {
    for (const refundId of this.#pendingRefunds()) this.#channel.concludeRefund(refundId, 'succeeded');
    for (const callback of this.#channel.callbacks.filter(({ isAcknowledged }) => !isAcknowledged)) {
      await this.#callBack(callback, callback.callbackId.length % 2);
    }
    await this.#turns.settle();
  }

  async #isCalm(): Promise<boolean> {
    const { orders, logged } = await this.#read();
    const unapplied = await this.#stores.inbox.listUnapplied(
      addSeconds(this.#outside.clock.now(), 1_000_000),
      10,
    );
    return (
      orders.every((order) => nextAttentionAt(order) === null) &&
      logged.every(({ delivery }) => delivery.state !== 'pending') &&
      unapplied.length === 0 &&
      this.#pendingRefunds().length === 0 &&
      this.#channel.callbacks.every(({ isAcknowledged }) => isAcknowledged)
    );
  }

  async #checkEnd(): Promise<void> {
    const { orders, logged } = await this.#read();
    if (!(await this.#isCalm())) this.#violations.push('something is due for ever');
    this.#violations.push(
      ...faultsAtRest(orders, logged, this.#channel.books()),
      ...this.#receiver.faultsAtRest(logged),
    );
    for (const [key, wish] of this.#accepted) {
      const [orderId] = key.split(' ');
      const found = orders
        .find((order) => order.orderId === orderId)
        ?.refunds.find(({ transactionId }) => transactionId === wish.number);
      if (found?.amount.amountMinor !== wish.amountMinor)
        this.#violations.push(`refund ${wish.number} was accepted and is gone`);
    }
    await this.#check(true);
  }
}

/** A channel is asked again after ten minutes at the latest, give or take the steps of the clock. */
const LONGEST_UNASKED_SECONDS = 610;

/** Long enough for every ladder, back-off and patience there is. */
const waitsAtTheEndSeconds: readonly number[] = [
  4, 60, 700, 1_900, 700, 3_700, 3_700, 90_000, 700, 90_000, 3_700, 90_000, 90_000, 3_700, 90_000, 700, 3_700,
];

function isOpenState(state: string): boolean {
  return state === 'OPENING' || state === 'OPEN' || state === 'SUBMITTED';
}

function partOf(order: number, percent: number): number {
  return Math.floor((paymentNumbered(order, false).amount.amountMinor * percent) / 100);
}

function paymentNumbered(order: number, otherContent: boolean): NewPayment {
  return newPayment({
    merchantTransactionId: `T${order}`,
    amount: money(10_000 + 1_000 * order + (otherContent ? 1 : 0)),
  });
}
