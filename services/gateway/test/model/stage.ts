import type { Merchant } from '../../src/domain/merchant/merchant.ts';
import { deriveOrderId } from '../../src/domain/order/order-identifiers.ts';
import type { WebhookAnswer, WebhookMessage } from '../../src/ports/webhook-sender.ts';
import { newMerchant } from '../builders/merchants.ts';
import type { SettableClock } from '../in-memory/settable-clock.ts';
import { newSurroundings, type Surroundings } from '../in-memory/surroundings.ts';
import { CallWitnesses } from './call-witnesses.ts';
import { ChannelKeys } from './channel-keys.ts';
import { Ledgers } from './ledgers.ts';
import { LogWitness } from './log-witness.ts';
import { paymentNumbered } from './numbered-payments.ts';
import { OrderChronicle } from './order-chronicle.ts';
import { Receiver } from './receiver.ts';
import type { Story } from './steps.ts';
import { Turns } from './turns.ts';

/** The stores of a process. The two processes have their own adapters over the same data. */
export type Stores = Pick<
  Surroundings,
  'orders' | 'claims' | 'merchants' | 'events' | 'deliveries' | 'inbox'
>;

export interface WorldOptions {
  readonly stores: readonly [Stores, Stores];
  readonly clock: SettableClock;
  /** How many port calls may take effect at the same time. */
  readonly atOnce: number;
  readonly merchantId: string;
}

/** What all parts of a story share: the stores, the channels, the merchant, the time, and the violations found. */
export class Stage {
  readonly turns: Turns;
  readonly channel: Ledgers;
  readonly keys: ChannelKeys;
  readonly receiver = new Receiver();
  readonly chronicle: OrderChronicle;
  readonly log: LogWitness;
  readonly witnesses: CallWitnesses;
  readonly merchant: Merchant;
  readonly stores: Stores;
  /** The orders of the story. */
  readonly orderNumbers: readonly number[];
  /** The surroundings of the process that uses the first stores. */
  readonly outside: Surroundings;
  readonly #violations: string[] = [];

  constructor({ seed, vendors, beginnings }: Story, options: WorldOptions) {
    this.orderNumbers = [...beginnings.keys()];
    this.turns = new Turns(seed, options.atOnce);
    this.channel = new Ledgers(vendors, () => options.clock.now());
    this.keys = new ChannelKeys(this.channel.both, options.clock.now());
    this.stores = options.stores[0];
    this.outside = newSurroundings({
      ...this.stores,
      channel: this.channel.first,
      otherChannels: [this.channel.other],
      clock: options.clock,
    });
    this.chronicle = new OrderChronicle({ refusesLateWrites: options.atOnce === 1 });
    this.chronicle.noteTime(options.clock.now());
    const report = (fault: string) => this.violate(fault);
    this.log = new LogWitness({
      events: this.stores.events,
      now: () => options.clock.now(),
      isAlone: options.atOnce === 1,
      onResent: ({ eventId }) => this.receiver.expectAgain(eventId),
      report,
    });
    const { chronicle, channel, log } = this;
    this.witnesses = new CallWitnesses({ chronicle, channel, log, report });
    this.merchant = newMerchant({ merchantId: options.merchantId });
    this.outside.sender.receive(this.merchant.webhook.url, (message: WebhookMessage): WebhookAnswer => {
      const { answer, faults } = this.receiver.receive(message);
      this.violate(...faults);
      return answer;
    });
  }

  violate(...faults: readonly string[]): void {
    this.#violations.push(...faults);
  }

  get violations(): readonly string[] {
    return this.#violations;
  }

  orderId(order: number): string {
    return deriveOrderId(this.merchant.merchantId, paymentNumbered(order, false).merchantTransactionId);
  }

  pass(seconds: number): void {
    this.outside.clock.pass(seconds);
    this.chronicle.noteTime(this.outside.clock.now());
  }

  passMidnight(secondsAfter: number): void {
    const now = this.outside.clock.now().getTime();
    const midnight = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
    this.pass(Math.max(0, (midnight - now) / 1_000 + secondsAfter));
  }

  moveClock(seconds: number): void {
    this.outside.clock.move(seconds);
    this.chronicle.noteMove(seconds, this.outside.clock.now());
  }
}

const DAY_MS = 24 * 60 * 60 * 1_000;
