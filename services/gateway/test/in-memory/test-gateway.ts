import { randomBytes } from 'node:crypto';
import { untraced } from '../../src/adapters/outbound/tracing/untraced.ts';
import { AwaitOrder, OrderWatch } from '../../src/application/await-order.ts';
import { BackgroundWork } from '../../src/application/background-work.ts';
import { ChangeOrder } from '../../src/application/change-order.ts';
import { ApplyChannelNotification } from '../../src/application/channels/apply-channel-notification.ts';
import { AskAboutDispute } from '../../src/application/channels/ask-about-dispute.ts';
import { AskForResult } from '../../src/application/channels/ask-for-result.ts';
import { CancelAtChannel } from '../../src/application/channels/cancel-at-channel.ts';
import { CaptureAtChannel } from '../../src/application/channels/capture-at-channel.ts';
import { ExecuteRefund } from '../../src/application/channels/execute-refund.ts';
import { HastenCallbacks } from '../../src/application/channels/hasten-callbacks.ts';
import { ReceiveCallback } from '../../src/application/channels/receive-callback.ts';
import { StorePaymentResult } from '../../src/application/channels/store-payment-result.ts';
import { CancelPayment } from '../../src/application/checkout/cancel-payment.ts';
import { DescribeCashierPage } from '../../src/application/checkout/describe-cashier-page.ts';
import { InitialiseCheckout } from '../../src/application/checkout/initialise-checkout.ts';
import { ListPaymentMethods } from '../../src/application/checkout/list-payment-methods.ts';
import { OpenAtChannel } from '../../src/application/checkout/open-at-channel.ts';
import { RoutePayment } from '../../src/application/checkout/route-payment.ts';
import { SubmitPayment } from '../../src/application/checkout/submit-payment.ts';
import { type DeclineLimits, WatchDeclines } from '../../src/application/checkout/watch-declines.ts';
import { AttendDueOrders } from '../../src/application/duties/attend-due-orders.ts';
import { AttendOrder } from '../../src/application/duties/attend-order.ts';
import { CloseExpiredOrder } from '../../src/application/duties/close-expired-order.ts';
import { recurringDuties } from '../../src/application/duties/recurring-duties.ts';
import { DeliverDue } from '../../src/application/events/deliver-due.ts';
import { DeliverWebhooks } from '../../src/application/events/deliver-webhooks.ts';
import { RelayEvents } from '../../src/application/events/relay-events.ts';
import { TryWebhook } from '../../src/application/events/try-webhook.ts';
import { AskAboutAttempt } from '../../src/application/operator/ask-about-attempt.ts';
import { ListCases } from '../../src/application/operator/list-cases.ts';
import { ManageCases } from '../../src/application/operator/manage-cases.ts';
import { ManageDisputes } from '../../src/application/operator/manage-disputes.ts';
import { ManageRefunds } from '../../src/application/operator/manage-refunds.ts';
import { ShowOrder } from '../../src/application/operator/show-order.ts';
import { AcceptRefund } from '../../src/application/payments/accept-refund.ts';
import { CreatePayment, type NewPayment } from '../../src/application/payments/create-payment.ts';
import { FindPayments } from '../../src/application/payments/find-payments.ts';
import { RecentOrders } from '../../src/application/recent-orders.ts';
import type { PaymentResult } from '../../src/domain/attempt/payment-attempt.ts';
import { DEFAULT_RESULT_PATIENCE_SECONDS } from '../../src/domain/attempt/result-deadline.ts';
import type { Environment } from '../../src/domain/environment.ts';
import type { Merchant } from '../../src/domain/merchant/merchant.ts';
import { openCases } from '../../src/domain/order/operator-cases.ts';
import { orderIdOf } from '../../src/domain/order/order-identifiers.ts';
import type { PaymentOrder } from '../../src/domain/order/payment-order.ts';
import type { Route } from '../../src/domain/routing/route.ts';
import type { Tracing } from '../../src/ports/tracing.ts';
import { newMerchant } from '../builders/merchants.ts';
import { latest } from '../builders/orders.ts';
import { cards } from './fake-channel.ts';
import { FixedChannels } from './fixed-channels.ts';
import { HandRungAlarmClock } from './hand-rung-alarm-clock.ts';
import { NumberedRandomness } from './numbered-randomness.ts';
import { RecordedMeter } from './recorded-meter.ts';
import { newPayment } from './requests.ts';
import { newSurroundings, type Surroundings } from './surroundings.ts';

/** Background work of a process that dies right after each answer, so the work is never done. */
class DyingBackgroundWork extends BackgroundWork {
  override start(): void {}
}

/** Looks at the order only once instead of waiting, for tests in which time passes only when they say so. */
class ImpatientAwaitOrder extends AwaitOrder {
  override until(
    orderId: string,
    isReached: (order: PaymentOrder) => boolean,
  ): Promise<PaymentOrder | undefined> {
    return super.until(orderId, isReached, 0);
  }
}

const noDeclineLimits: DeclineLimits = {
  windowSeconds: 600,
  perAddress: 10_000,
  perDevice: 10_000,
  perMerchant: 10_000,
};

export const sessionKeys = [randomBytes(32)] as const;

/** One instance of the gateway: the real use cases with fake adapters, without the composition and without HTTP. */
export class TestGateway {
  readonly surroundings: Surroundings;
  readonly background: BackgroundWork;
  readonly meter = new RecordedMeter();
  readonly channels: FixedChannels;
  readonly recent = new RecentOrders();
  readonly change: ChangeOrder;
  readonly create: CreatePayment;
  readonly findPayments: FindPayments;
  readonly acceptRefund: AcceptRefund;
  readonly routePayment: RoutePayment;
  readonly listMethods: ListPaymentMethods;
  readonly describePage: DescribeCashierPage;
  readonly initialise: InitialiseCheckout;
  readonly submit: SubmitPayment;
  readonly cancel: CancelPayment;
  readonly receiveCallback: ReceiveCallback;
  readonly deliver: DeliverWebhooks;
  readonly alarmClock: HandRungAlarmClock;
  readonly attendDueOrders: AttendDueOrders;
  readonly listCases: ListCases;
  readonly cases: ManageCases;
  readonly askAboutAttempt: AskAboutAttempt;
  readonly refunds: ManageRefunds;
  readonly disputes: ManageDisputes;
  readonly showOrder: ShowOrder;
  readonly #start: Promise<void>;

  constructor(
    surroundings: Surroundings = newSurroundings(),
    options: {
      readonly dies?: boolean;
      readonly hasNoChannel?: boolean;
      readonly isImpatient?: boolean;
      /** The environment, which decides where card numbers may be taken; the sandbox by default. */
      readonly environment?: Environment;
      /** Replaces the channels that never change. */
      readonly channels?: FixedChannels;
      /** The deployment's; none unless given. */
      readonly routes?: readonly Route[];
      /** The default unless given. */
      readonly resultPatienceSeconds?: number;
      /** Practically none unless given. */
      readonly declineLimits?: DeclineLimits;
      /** Records nothing unless given. */
      readonly tracing?: Tracing;
    } = {},
  ) {
    const { orders, claims, merchants, events, deliveries, inbox, sender, clock, alerts } = surroundings;
    const { channel, otherChannels, health } = surroundings;
    const { tracing = untraced } = options;
    const fixed = options.hasNoChannel === true ? [] : [channel, ...otherChannels];
    const channels = options.channels ?? new FixedChannels(fixed);
    this.channels = channels;
    for (const each of [channel, ...otherChannels]) each.realNow = () => clock.realNow();
    const routePayment = new RoutePayment({ channels, health, clock, routes: options.routes ?? [] });
    const background = new (options.dies === true ? DyingBackgroundWork : BackgroundWork)({
      orders,
      alerts,
      clock,
      tracing,
    });
    const watch = new OrderWatch();
    const randomness = new NumberedRandomness();
    const tryWebhook = new TryWebhook({ deliveries, merchants, sender, alerts, clock, randomness, tracing });
    const deliver = new DeliverWebhooks({ deliveries, tryWebhook, background, clock });
    const relay = new RelayEvents({ orders, events, deliver, background, tracing });
    const hasten = new HastenCallbacks({ inbox, background, clock });
    const limits = options.declineLimits ?? noDeclineLimits;
    const declines = new WatchDeclines({ alerts, meter: this.meter, clock, limits });
    const { recent } = this;
    const { clockOfReports = clock } = surroundings;
    const change = new ChangeOrder({
      orders,
      recent,
      relay,
      watch,
      hasten,
      declines,
      alerts,
      meter: this.meter,
      // In one process, the clock that dates a report also limits when its change is written.
      clock: clockOfReports,
      tracing,
    });
    const storeResult = new StorePaymentResult({ change, clock });
    const cancelAtChannel = new CancelAtChannel({ change, channels, storeResult, alerts, clock });
    const applyNotification = new ApplyChannelNotification({
      change,
      orders,
      inbox,
      alerts,
      clock: clockOfReports,
    });
    const executeRefund = new ExecuteRefund({ orders, change, channels, alerts, clock });
    const captureAtChannel = new CaptureAtChannel({ orders, storeResult, cancelAtChannel, alerts });
    const askForResult = new AskForResult({
      change,
      channels,
      applyNotification,
      captureAtChannel,
      cancelAtChannel,
      alerts,
      clock,
    });
    const askAboutDispute = new AskAboutDispute({ change, channels, applyNotification, alerts, clock });
    const closeExpiredOrder = new CloseExpiredOrder({ change, cancelAtChannel, clock });
    const attendOrder = new AttendOrder({
      orders,
      relay,
      askForResult,
      cancelAtChannel,
      executeRefund,
      askAboutDispute,
      closeExpiredOrder,
      clock,
    });
    const awaitOrder =
      options.isImpatient === true
        ? new ImpatientAwaitOrder({ orders, watch })
        : new AwaitOrder({ orders, watch });
    const cashierUrl = 'https://pay.example';

    this.surroundings = surroundings;
    this.background = background;
    this.change = change;
    this.deliver = deliver;
    this.create = new CreatePayment({
      orders,
      recent,
      meter: this.meter,
      clock,
      sessionKeys,
      cashierUrl,
      environment: 'production',
      resultPatienceSeconds: options.resultPatienceSeconds ?? DEFAULT_RESULT_PATIENCE_SECONDS,
      routePayment,
      channels,
      tracing,
    });
    this.findPayments = new FindPayments({ orders, claims });
    this.acceptRefund = new AcceptRefund({ orders, claims, change, executeRefund, background, clock });
    this.routePayment = routePayment;
    this.listMethods = new ListPaymentMethods({
      routePayment,
      channels,
      merchants,
      environment: options.environment ?? 'sandbox',
    });
    this.describePage = new DescribeCashierPage({ orders, merchants, channels, routePayment });
    const openAtChannel = new OpenAtChannel({
      change,
      channels,
      routePayment,
      cancelAtChannel,
      background,
      alerts,
      clock,
      sessionKeys,
      cashierUrl,
    });
    this.initialise = new InitialiseCheckout({
      orders,
      change,
      openAtChannel,
      routePayment,
      merchants,
      cancelAtChannel,
      background,
      clock,
      environment: 'production',
      declines,
    });
    this.submit = new SubmitPayment({
      change,
      channels,
      merchants,
      awaitOrder,
      storeResult,
      clock,
      environment: options.environment ?? 'sandbox',
      sessionKeys,
      declines,
      cashierUrl,
    });
    this.cancel = new CancelPayment({ change, cancelAtChannel, awaitOrder, clock });
    this.receiveCallback = new ReceiveCallback({
      channels,
      inbox,
      applyNotification,
      background,
      alerts,
      meter: this.meter,
      clock,
    });
    this.listCases = new ListCases({ orders, inbox });
    this.cases = new ManageCases({ change, orders, inbox, clock });
    this.askAboutAttempt = new AskAboutAttempt({
      orders,
      channels,
      captureAtChannel,
      cancelAtChannel,
      storeResult,
    });
    this.refunds = new ManageRefunds({ change, executeRefund, background, clock });
    this.disputes = new ManageDisputes({ change, clock });
    this.showOrder = new ShowOrder({ orders, events });
    this.alarmClock = new HandRungAlarmClock({ alerts });
    this.attendDueOrders = new AttendDueOrders({ orders, attendOrder, health, alerts, clock, tracing });
    const duties = {
      events,
      inbox,
      attendDueOrders: this.attendDueOrders,
      deliverDue: new DeliverDue({ deliveries, deliver, background, clock }),
      receiveCallback: this.receiveCallback,
    };
    this.#start = this.alarmClock.start(recurringDuties({ ...duties, alerts, clock, tracing }));
  }

  /** Waits until all work that continues after an answer has ended. */
  async settle(): Promise<void> {
    await this.background.finish();
  }

  /** Lets time pass. Then every duty looks once for due work. */
  async attendAfter(seconds: number): Promise<void> {
    await this.#start;
    this.surroundings.clock.pass(seconds);
    await this.alarmClock.ring();
    await this.attendDueOrders.settle();
    await this.settle();
  }

  /** Settles a case as it is now, like an operator who has just listed it. */
  async settleCase(caseId: string, note: string): ReturnType<ManageCases['settle']> {
    const order = await this.surroundings.orders.find(orderIdOf(caseId) ?? '');
    const open = order && openCases(order).find((each) => each.caseId === caseId);
    return this.cases.settle({ caseId, since: open?.since ?? this.surroundings.clock.now() }, note);
  }

  async merchant(overrides: Partial<Merchant> = {}): Promise<Merchant> {
    const merchant = newMerchant(overrides);
    await this.surroundings.merchants.insert(merchant);
    return merchant;
  }

  async order(orderId: string): Promise<PaymentOrder> {
    const order = await this.surroundings.orders.find(orderId);
    if (order === undefined) throw new Error(`no order ${orderId}`);
    return order;
  }

  async created(merchant: Merchant, payment: Partial<NewPayment> = {}): Promise<PaymentOrder> {
    const answer = await this.create.execute(merchant, newPayment(payment));
    if (answer.kind !== 'created') throw new Error(answer.detail);
    return this.order(answer.orderId);
  }

  async opened(merchant: Merchant, payment: Partial<NewPayment> = {}): Promise<PaymentOrder> {
    const order = await this.created(merchant, payment);
    await this.initialise.execute(order, 'card');
    return this.order(order.orderId);
  }

  /** Creates an order whose attempt was submitted to the channel and has no result yet. */
  async submitted(
    merchant: Merchant,
    payment: Partial<NewPayment> = {},
    card = cards.succeeds,
  ): Promise<PaymentOrder> {
    const order = await this.opened(merchant, payment);
    await this.submit.execute(order, card);
    await this.settle();
    return this.order(order.orderId);
  }

  async paid(
    merchant: Merchant,
    payment: Partial<NewPayment> = {},
    card = cards.succeeds,
  ): Promise<PaymentOrder> {
    const order = await this.submitted(merchant, payment, card);
    const { attemptId } = latest(order);
    await this.result(attemptId, this.surroundings.channel.settle(attemptId));
    return this.order(order.orderId);
  }

  /** Lets the channel report a payment's result by callback, and waits until everything that follows from it is done. */
  async result(attemptId: string, result: PaymentResult, channelId = 'Sandbox'): Promise<void> {
    await this.receiveCallback.apply({
      callbackId: `evt_${attemptId}`,
      channelId,
      notification: { kind: 'payment', attemptId, result },
      receivedAt: this.surroundings.clock.realNow(),
    });
    await this.settle();
  }

  async types(orderId: string): Promise<readonly string[]> {
    return (await this.surroundings.events.listOfOrder(orderId)).map(({ type }) => type);
  }
}
