import { BackgroundWork } from '../../application/background-work.ts';
import { ChangeOrder } from '../../application/change-order.ts';
import { ExecuteRefund } from '../../application/channels/execute-refund.ts';
import { RoutePayment } from '../../application/checkout/route-payment.ts';
import { AcceptRefund } from '../../application/payments/accept-refund.ts';
import { CreatePayment } from '../../application/payments/create-payment.ts';
import { FindPayments } from '../../application/payments/find-payments.ts';
import { ListOrders } from '../../application/payments/list-orders.ts';
import { ListRefunds } from '../../application/payments/list-refunds.ts';
import { ReportSettlement } from '../../application/payments/report-settlement.ts';
import { RecentOrders } from '../../application/recent-orders.ts';
import { area } from '../area.ts';
import { tokens } from '../tokens.ts';

/** Registers, in the dependency injection container, the use cases of the merchant interface: payments, refunds and reports. */
export const payments = area((bind) => {
  const { cashierUrl, channels, clock, environment, orders, resultPatienceSeconds, sessionKeys, tracing } =
    tokens;
  bind(CreatePayment, {
    orders,
    recent: RecentOrders,
    meter: tokens.meter,
    clock,
    sessionKeys,
    cashierUrl,
    environment,
    resultPatienceSeconds,
    routePayment: RoutePayment,
    channels,
    tracing,
  });
  bind(AcceptRefund, {
    orders,
    claims: tokens.refundClaims,
    change: ChangeOrder,
    executeRefund: ExecuteRefund,
    background: BackgroundWork,
    clock,
  });
  bind(FindPayments, { orders, claims: tokens.refundClaims });
  bind(ListOrders, { orders });
  bind(ListRefunds, { orders, findPayments: FindPayments, clock });
  bind(ReportSettlement, { orders, fees: tokens.channelFees, clock });
});
