import { kassa } from './kassa.ts';

// #region reconcile
const dayMs = 24 * 60 * 60 * 1000;
const orders = kassa.orders.list({ created_from: new Date(Date.now() - dayMs), created_to: new Date() });
for await (const order of orders) {
  console.log(order.merchant_transaction_id, order.state, order.amount, order.refunded_amount);
}
// #endregion reconcile
