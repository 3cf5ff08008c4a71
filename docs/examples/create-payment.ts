import { kassa } from './kassa.ts';

// #region create
const order = await kassa.payments.create({
  merchant_transaction_id: `T-${Date.now()}`, // your own ID: unique, and stored before you call
  amount: '10.00', // text keeps every digit
  currency_code: 'USD',
  redirect_url: 'https://shop.example/thanks',
});
console.log('Pay here:', order.pay_url);
// #endregion create
