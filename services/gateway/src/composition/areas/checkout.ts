import { AwaitOrder } from '../../application/await-order.ts';
import { BackgroundWork } from '../../application/background-work.ts';
import { ChangeOrder } from '../../application/change-order.ts';
import { CancelAtChannel } from '../../application/channels/cancel-at-channel.ts';
import { StorePaymentResult } from '../../application/channels/store-payment-result.ts';
import { TakeReturn } from '../../application/channels/take-return.ts';
import { CancelPayment } from '../../application/checkout/cancel-payment.ts';
import { DescribeCashierPage } from '../../application/checkout/describe-cashier-page.ts';
import { FollowReturnLink } from '../../application/checkout/follow-return-link.ts';
import { InitialiseCheckout } from '../../application/checkout/initialise-checkout.ts';
import { ListPaymentMethods } from '../../application/checkout/list-payment-methods.ts';
import { NamePaidMethod } from '../../application/checkout/name-paid-method.ts';
import { OpenAtChannel } from '../../application/checkout/open-at-channel.ts';
import { OpenCheckout } from '../../application/checkout/open-checkout.ts';
import { RoutePayment } from '../../application/checkout/route-payment.ts';
import { SubmitPayment } from '../../application/checkout/submit-payment.ts';
import { WatchDeclines } from '../../application/checkout/watch-declines.ts';
import { WatchPaymentStatus } from '../../application/checkout/watch-payment-status.ts';
import { RecentOrders } from '../../application/recent-orders.ts';
import { area } from '../area.ts';
import { tokens } from '../tokens.ts';

/** The Checkout API and the hosted cashier. */
export const checkout = area((bind) => {
  const { cashierUrl, channels, clock, environment, merchants, orders, routes, sessionKeys } = tokens;
  bind(OpenCheckout, { orders, recent: RecentOrders, sessionKeys, clock });
  bind(RoutePayment, { channels, health: tokens.channelHealth, clock, routes });
  bind(ListPaymentMethods, { routePayment: RoutePayment, channels, merchants, environment });
  bind(OpenAtChannel, {
    change: ChangeOrder,
    channels,
    routePayment: RoutePayment,
    cancelAtChannel: CancelAtChannel,
    background: BackgroundWork,
    alerts: tokens.alerts,
    clock,
    sessionKeys,
    cashierUrl,
  });
  bind(InitialiseCheckout, {
    orders,
    change: ChangeOrder,
    openAtChannel: OpenAtChannel,
    routePayment: RoutePayment,
    merchants,
    cancelAtChannel: CancelAtChannel,
    background: BackgroundWork,
    clock,
    environment,
    declines: WatchDeclines,
  });
  bind(DescribeCashierPage, { orders, merchants, channels, routePayment: RoutePayment });
  bind(FollowReturnLink, {
    orders,
    merchants,
    takeReturn: TakeReturn,
    clock,
    sessionKeys,
    cashierUrl,
    environment,
  });
  bind(SubmitPayment, {
    change: ChangeOrder,
    channels,
    merchants,
    awaitOrder: AwaitOrder,
    storeResult: StorePaymentResult,
    clock,
    environment,
    sessionKeys,
    declines: WatchDeclines,
    cashierUrl,
  });
  bind(CancelPayment, {
    change: ChangeOrder,
    cancelAtChannel: CancelAtChannel,
    awaitOrder: AwaitOrder,
    clock,
  });
  bind(WatchPaymentStatus, { awaitOrder: AwaitOrder });
  bind(NamePaidMethod, { channels });
});
