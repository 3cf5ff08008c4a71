import { CreatePaymentRequest, type CreatePaymentResult, compileValidator, succeed } from '@kassa/contracts';
import type Router from '@koa/router';
import type { CreatePayment, NewPayment } from '../../../../application/payments/create-payment.ts';
import { merchantRequestOf } from '../middleware/authenticate-merchants.ts';
import { orThrow } from '../refused-error.ts';
import {
  type BusinessBody,
  orInvalid,
  readAmountAt,
  readBusinessBody,
  requireChargeable,
} from '../request-reading.ts';

const validate = compileValidator(CreatePaymentRequest);

/** `POST /api/merchant/payment/create` (interface, section 4.1). */
export function createPaymentRoute(router: Router, createPayment: CreatePayment): void {
  router.post('/api/merchant/payment/create', async (ctx) => {
    const { merchant, body } = merchantRequestOf(ctx);
    const business = readBusinessBody(body);
    const payment = readNewPayment(business);
    const created = orThrow(await createPayment.execute(merchant, payment), business.prefix);
    ctx.body = succeed<CreatePaymentResult>({ order_id: created.orderId, pay_url: created.payUrl });
  });
}

function readNewPayment(body: BusinessBody): NewPayment {
  const message = orInvalid(validate(body.value), body.prefix);
  const currency = message.currency_code;
  requireChargeable(body, currency);
  return {
    merchantTransactionId: message.merchant_transaction_id,
    amount: readAmountAt(body, 'amount', currency),
    redirectUrl: message.redirect_url,
    cancelUrl: message.cancel_url ?? null,
    description: message.description ?? null,
    products: (message.products ?? []).map((product, index) => ({
      productId: product.product_id,
      name: product.name,
      price: readAmountAt(body, `products[${index}].price`, currency, 'zero'),
      quantity: product.quantity,
    })),
    customerName: message.customer?.full_name ?? null,
  };
}
