import { kassa } from './kassa.ts';

const [number = ''] = process.argv.slice(2);

// #region dispute
const { order_id } = await kassa.payments.retrieve(number);
await kassa.sandbox.trigger({ order_id, what: 'dispute_opened' });
// order.dispute.opened comes; the order is IN_DISPUTE and takes no refund. Then one of the two:
await kassa.sandbox.trigger({ order_id, what: 'dispute_won' }); // or 'dispute_lost'
// #endregion dispute
