import { kassa } from './kassa.ts';

const dayMs = 86_400_000;

// #region list
for await (const refund of kassa.refunds.list({ from: new Date(Date.now() - dayMs) })) {
  console.log(refund.transaction_id, refund.original_transaction_id, refund.amount, refund.status);
}
// #endregion list
