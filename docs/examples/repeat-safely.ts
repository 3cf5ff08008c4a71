import { KassaError } from '@kassa/sdk-node';
import { kassa } from './kassa.ts';

const [transactionId = ''] = process.argv.slice(2);

// #region repeat
const refund = {
  transaction_id: `${transactionId}-r2`,
  original_transaction_id: transactionId,
  currency_code: 'USD',
  amount: '100.00',
};
try {
  await kassa.refunds.create(refund);
} catch (error) {
  if (!(error instanceof KassaError)) throw error;
  if (error.outcomeUnknown) {
    // Nobody knows yet whether the refund was made. Repeat the identical call, even hours later: the refund is made only once.
    console.log('Repeat later:', refund.transaction_id);
  } else if (error.code === 'REFUND_EXCEEDS_AMOUNT') {
    console.log('Too much:', error.detail);
  } else {
    throw error; // error.requestId is for the report
  }
}
// #endregion repeat
