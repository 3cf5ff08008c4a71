import { readFileSync } from 'node:fs';
import { Kassa } from '@kassa/sdk-node';

const demo = JSON.parse(readFileSync('.kassa/demo.json', 'utf8'));
const kassa = new Kassa({
  merchantId: demo.merchant_id,
  privateKey: { file: demo.private_key_file },
  baseUrl: demo.merchant_base_url,
});

const order = await kassa.payments.create({
  merchant_transaction_id: `order-${Date.now()}`,
  amount: '10.00',
  currency_code: 'USD',
  redirect_url: 'https://shop.example/thanks',
});
console.log('Pay here:', order.pay_url);
