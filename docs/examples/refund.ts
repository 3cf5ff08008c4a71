import { kassa } from './kassa.ts';

const [transactionId = ''] = process.argv.slice(2);

// #region refund
await kassa.refunds.create({
  transaction_id: `${transactionId}-r1`, // your own ID, unique across all orders
  original_transaction_id: transactionId,
  currency_code: 'USD',
  amount: '4.00',
  reason: 'one piece came back',
});
const refund = await kassa.refunds.retrieve(`${transactionId}-r1`);
console.log(refund.status); // 0 or 1: on its way. 2: made. 5: cancelled. 6: failed.
// #endregion refund
