import { refuse } from './refusal.ts';
import { pageOf } from './request-reading.ts';
import type { TestOrder } from './test-order.ts';

/**
 * Returns the page of orders that a query asks for.
 *
 * @param orders the oldest first
 */
export function listOrders(orders: readonly TestOrder[], query: URLSearchParams): object {
  const from = Date.parse(query.get('created_from') ?? '');
  const to = Date.parse(query.get('created_to') ?? '');
  const state = query.get('state');
  const { page, next } = pageOf(
    orders.toReversed(),
    query,
    ({ orderId }) => orderId,
    (order) => {
      return (
        (state === null || order.state === state) && !(order.createdAtMs < from) && !(order.createdAtMs >= to)
      );
    },
  );
  return { orders: page.map((order) => order.present()), next };
}

/** Returns the page of refunds that a query asks for. */
export function listRefunds(orders: readonly TestOrder[], query: URLSearchParams): object {
  const from = Date.parse(query.get('from') ?? '');
  const to = Date.parse(query.get('to') ?? '');
  const [state, reference, origin] = ['state', 'order', 'origin'].map((name) => query.get(name));
  const isNamed = ({ orderId, number }: TestOrder) => orderId === reference || number === reference;
  if (reference && !orders.some(isNamed)) refuse('ORDER_NOT_FOUND');
  const all = orders
    .flatMap((order) => order.refunds.map((refund, index) => ({ order, refund, index })))
    .sort((one, other) => Date.parse(other.refund.createdAt) - Date.parse(one.refund.createdAt));
  const { page, next } = pageOf(
    all,
    query,
    ({ order, index }) => `${order.orderId.replace('ord_', 'rfd_')}_${index + 1}`,
    ({ order, refund }) => {
      const createdAtMs = Date.parse(refund.createdAt);
      return (
        (!state || refund.state === state) &&
        (!origin || order.presentRefund(refund).origin === origin) &&
        (!reference || isNamed(order)) &&
        !(createdAtMs < from) &&
        !(createdAtMs >= to)
      );
    },
  );
  return { refunds: page.map(({ order, refund }) => order.presentRefund(refund)), next };
}
