import { kassa } from './kassa.ts';

const [transactionId = ''] = process.argv.slice(2);

// #region dispute
const { order_id } = await kassa.payments.retrieve(transactionId);
await kassa.sandbox.trigger({ order_id, what: 'dispute_opened' });
// The merchant gets the event order.dispute.opened. The order is then IN_DISPUTE and cannot be refunded. Next, trigger one of
// the two outcomes:
await kassa.sandbox.trigger({ order_id, what: 'dispute_won' }); // or 'dispute_lost'
// #endregion dispute
