import { EarlierReportMissing } from '../../src/application/channels/earlier-report-missing.ts';
import { addSeconds } from '../../src/domain/add-seconds.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import { nextAttentionAt } from '../../src/domain/order/schedule.ts';
import { callbackIdAmongAll, type ReceivedCallback } from '../../src/ports/callback-inbox.ts';
import type { LoggedEvent } from '../../src/ports/logged-event.ts';
import { TemporarilyUnavailable } from '../../src/ports/temporarily-unavailable.ts';
import { isForgotten, namedPayments } from './invariants/counted-payments.ts';
import { faultsOfEvents, faultsOfKeeping, faultsOfLog } from './invariants/event-invariants.ts';
import { faultsOfMoney } from './invariants/money-invariants.ts';
import { faultsOfOrder } from './invariants/order-invariants.ts';
import type { Stage } from './stage.ts';

export interface Stored {
  /** How many turns had passed when the state was read. */
  readonly taken: number;
  readonly orders: readonly PaymentOrder[];
  readonly logged: readonly LoggedEvent[];
}

/** Reads the stored state between two turns, and checks everything that must always hold. */
export class StoredState {
  readonly #stage: Stage;
  /** The log as it was last read, with how often each event had been logged and resent by then. */
  readonly #logged = new Map<
    string,
    { readonly event: LoggedEvent; readonly copies: number; readonly resent: number }
  >();
  #alertsSeen = 0;
  #stored: Stored | null = null;
  #checkedAt = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  async check(): Promise<void> {
    const { chronicle, channel, log } = this.#stage;
    const { orders, logged, taken } = await this.read();
    if (taken === this.#checkedAt) return;
    this.#checkedAt = taken;
    const faults = [...faultsOfMoney(orders, channel.books())];
    for (const order of orders) {
      faults.push(
        ...faultsOfOrder(order),
        ...faultsOfEvents(order, log.ofOrder(order.orderId)),
        ...chronicle.faultsOfStored(order),
      );
    }
    this.#stage.violate(...faults, ...this.#faultsOfLog(logged));
  }

  #faultsOfLog(logged: readonly LoggedEvent[]): readonly string[] {
    const { log, receiver, outside } = this.#stage;
    const now = outside.clock.now();
    return log.known.flatMap((known) => {
      const { eventId } = known.event;
      const event = logged.find((candidate) => candidate.eventId === eventId);
      const before = this.#logged.get(eventId);
      if (event === undefined) {
        this.#logged.delete(eventId);
        return [...faultsOfKeeping(known.event, event, now), ...receiver.faultsOfEnd(eventId)];
      }
      this.#logged.set(eventId, { event, copies: known.copies, resent: known.resent });
      const isSameCopy = before?.copies === known.copies;
      return [
        ...(before === undefined || !isSameCopy
          ? []
          : faultsOfLog(before.event, event, known.resent > before.resent)),
        ...receiver.faultsOf(event),
      ];
    });
  }

  /** Reads the whole stored state. Nobody writes between two turns, so its parts belong together. */
  async read(): Promise<Stored> {
    const { turns, stores } = this.#stage;
    const { taken } = turns;
    if (this.#stored?.taken === taken) return this.#stored;
    const found = await Promise.all(
      this.#stage.orderNumbers.map((order) => stores.orders.find(this.#stage.orderId(order))),
    );
    const orders = found.filter((order) => order !== undefined);
    const logs = await Promise.all(orders.map(({ orderId }) => stores.events.listOfOrder(orderId)));
    this.#stored = { taken, orders, logged: logs.flat() };
    return this.#stored;
  }

  /** Whether no work will ever be due again in the stored state. */
  async isCalm(): Promise<boolean> {
    const { orders, logged } = await this.read();
    const unapplied = await this.#unappliedWithReason();
    return (
      orders.every((order) => nextAttentionAt(order) === null) &&
      logged.every(({ delivery }) => delivery.state !== 'pending') &&
      unapplied.length === 0
    );
  }

  /** Returns the callbacks that can still be applied. Those that wait for a report that was lost for ever are left out. */
  async #unappliedWithReason(): Promise<readonly string[]> {
    const { stores, outside } = this.#stage;
    const parked = await stores.inbox.listParked(null, MANY);
    const lost = parked.filter(({ parked: { reason } }) => this.#waitsForForgotten(reason));
    const unapplied = await stores.inbox.listUnapplied(addSeconds(outside.clock.now(), 1_000_000), MANY);
    const unpaid = unapplied.filter((callback) => this.#namesPaymentInVain(callback));
    const inVain = new Set([...lost.map(({ callback }) => callback), ...unpaid].map(callbackIdAmongAll));
    const ids = [...unapplied, ...parked.map(({ callback }) => callback)].map(callbackIdAmongAll);
    return ids.filter((id) => !inVain.has(id));
  }

  /** Whether a callback names a payment that the gateway never learns of. */
  #namesPaymentInVain({ notification }: ReceivedCallback): boolean {
    if (notification.kind === 'irrelevant' || notification.paymentReference === undefined) return false;
    return this.#isNeverKnown(notification.paymentReference);
  }

  /** Checks the alerts: a duty may fail only because something was unreachable. */
  checkAlerts(): void {
    const { raised } = this.#stage.outside.alerts;
    const news = raised.slice(this.#alertsSeen);
    this.#alertsSeen = raised.length;
    const faults = news.flatMap((alert) => {
      if (alert.kind === 'work_parked') {
        // A report can wait long for a refund that the channel has not confirmed. Once the refund has ended, it is applied.
        if (alert.reason.endsWith('may be a refund that has no reference yet')) return [];
        if (this.#waitsForForgotten(alert.reason) || unknownPaymentIn(alert.reason) !== undefined) return [];
        // The report of a failed refund names only its payment, and fits no refund that the order counts.
        if (fitsNoRefund(alert.reason)) return [];
        return [`${alert.duty} of ${alert.item} was parked: ${alert.reason}`];
      }
      if (alert.kind !== 'duty_failed') return [];
      const errors = alert.error instanceof AggregateError ? alert.error.errors : [alert.error];
      return (
        errors
          .filter((error) => !(error instanceof TemporarilyUnavailable))
          // A report waits until an earlier report has arrived: of the payment's success, or of the reference of a refund.
          .filter((error) => !(error instanceof EarlierReportMissing))
          .map((error) => `${alert.duty} failed: ${error instanceof Error ? error.stack : String(error)}`)
      );
    });
    this.#stage.violate(...faults);
  }

  /**
   * Whether a refund that somebody made by hand waits for the success of its payment, and the channel never reports this success.
   * Only an operator can find out, so the report is rightly parked.
   */
  #waitsForForgotten(reason: string): boolean {
    const [, attemptId = ''] = /the payment of (\S+) is not known to have succeeded$/.exec(reason) ?? [];
    const reference = unknownPaymentIn(reason);
    return reference === undefined
      ? this.#stage.channel.books().forgotten.has(attemptId)
      : this.#isNeverKnown(reference);
  }

  #isNeverKnown(reference: string): boolean {
    const isKnown = this.#stage.chronicle.orders.some(
      ({ attempts, quarantine }) =>
        attempts.some(({ paymentReference }) => paymentReference === reference) ||
        quarantine.some(({ subject, paymentReference }) => !subject && paymentReference === reference),
    );
    if (isKnown) return false;
    const books = this.#stage.channel.books();
    const payment = namedPayments(books).find((named) => named.reference === reference);
    return payment === undefined || isForgotten(payment, books);
  }
}

/** The payment for which a callback waits, because the gateway does not know it yet; undefined if it does not wait for one. */
function unknownPaymentIn(reason: string): string | undefined {
  return /the payment (psp_\S+) is not known$/.exec(reason)?.[1];
}

/** Whether a callback waits because it reports the failure of a refund that the order does not count. */
export function fitsNoRefund(reason: string): boolean {
  return reason.endsWith('has no refund that can have failed');
}

/** More callbacks than a story has. */
export const MANY = 2_000;
