import { kassa } from './kassa.ts';

const [number = ''] = process.argv.slice(2);

// #region refund
await kassa.refunds.create({
  transaction_id: `${number}-r1`, // your own number, unique over all orders
  original_transaction_id: number,
  currency_code: 'USD',
  amount: '4.00',
  reason: 'one piece came back',
});
const refund = await kassa.refunds.retrieve(`${number}-r1`);
console.log(refund.status); // 0 or 1: on its way. 2: made. 5: cancelled. 6: failed.
// #endregion refund
