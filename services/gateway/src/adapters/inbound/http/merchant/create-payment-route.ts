import type { CreatePaymentRequest } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { CreatePayment, NewPayment } from '../../../../application/payments/create-payment.ts';
import { orThrow } from '../refused-error.ts';
import { type BusinessBody, readAmountAt, requireChargeable } from '../request-reading.ts';
import { signedRoute } from './signed-route.ts';

/** Creates an order (interface, section 4.1). */
export function createPaymentRoute(router: Router, createPayment: CreatePayment): void {
  signedRoute(router, endpoints.createPayment, async ({ merchant, body, business }) => {
    const payment = readNewPayment(body, business);
    const created = orThrow(await createPayment.execute(merchant, payment), business.prefix);
    return { order_id: created.orderId, pay_url: created.payUrl };
  });
}

function readNewPayment(message: CreatePaymentRequest, business: BusinessBody): NewPayment {
  const currency = message.currency_code;
  requireChargeable(business, currency);
  return {
    merchantTransactionId: message.merchant_transaction_id,
    amount: readAmountAt(business, 'amount', currency),
    redirectUrl: message.redirect_url,
    cancelUrl: message.cancel_url ?? null,
    description: message.description ?? null,
    products: (message.products ?? []).map((product, index) => ({
      productId: product.product_id,
      name: product.name,
      price: readAmountAt(business, `products[${index}].price`, currency, 'zero'),
      quantity: product.quantity,
    })),
    customerName: message.customer?.full_name ?? null,
  };
}
