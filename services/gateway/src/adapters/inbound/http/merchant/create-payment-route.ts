import {
  type CreatePaymentRequest as CreatePaymentMessage,
  CreatePaymentRequest,
  type CreatePaymentResult,
  compileValidator,
  succeed,
} from '@kassa/contracts';
import type Router from '@koa/router';
import type { CreatePayment, NewPayment } from '../../../../application/payments/create-payment.ts';
import type { Environment } from '../../../../domain/environment.ts';
import { refuseAddress } from '../../../../domain/merchant/public-address.ts';
import { merchantRequestOf } from '../middleware/authenticate-merchants.ts';
import { orThrow, refused } from '../refused-error.ts';
import { type BusinessBody, orInvalid, readAmountAt, readBusinessBody } from '../request-reading.ts';

const validate = compileValidator(CreatePaymentRequest);

/** `POST /api/merchant/payment/create` (interface, section 4.1). */
export function createPaymentRoute(
  router: Router,
  createPayment: CreatePayment,
  environment: Environment,
): void {
  router.post('/api/merchant/payment/create', async (ctx) => {
    const { merchant, body } = merchantRequestOf(ctx);
    const business = readBusinessBody(body);
    const payment = readNewPayment(business, environment);
    const created = orThrow(await createPayment.execute(merchant, payment), business.prefix);
    ctx.body = succeed<CreatePaymentResult>({ order_id: created.orderId, pay_url: created.payUrl });
  });
}

function readNewPayment(body: BusinessBody, environment: Environment): NewPayment {
  const message = orInvalid(validate(body.value), body.prefix);
  refuseBadAddresses(message, body.prefix, environment);
  const currency = message.currency_code;
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

function refuseBadAddresses(message: CreatePaymentMessage, prefix: string, environment: Environment): void {
  const faults = (['redirect_url', 'cancel_url'] as const).flatMap((member) => {
    const address = message[member];
    const fault = address === undefined ? undefined : refuseAddress(address, environment);
    return fault === undefined ? [] : [{ path: prefix + member, message: fault }];
  });
  const [first] = faults;
  if (first !== undefined) throw refused('INVALID_REQUEST', `${first.path} ${first.message}.`, faults);
}
