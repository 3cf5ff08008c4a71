import { kassa } from './kassa.ts';

const [number = ''] = process.argv.slice(2);

// #region dispute
const { order_id } = await kassa.payments.retrieve(number);
await kassa.sandbox.trigger({ order_id, what: 'dispute_opened' });
// The merchant gets the event order.dispute.opened. The order is then IN_DISPUTE and cannot be refunded. Next, trigger one of
// the two outcomes:
await kassa.sandbox.trigger({ order_id, what: 'dispute_won' }); // or 'dispute_lost'
// #endregion dispute
