import {
  type CreatePaymentRequest,
  type Customer,
  orderStateCodes,
  type PaymentQueryResult,
  refundStateCodes,
  toWireAmount,
} from '@kassa/contracts';
import { disputeDataOf } from '../../../../application/events/webhook-event-body.ts';
import type { NewPayment } from '../../../../application/payments/create-payment.ts';
import { awaitedResultOf } from '../../../../domain/attempt/awaited-result.ts';
import { refundableMinor, refundedMinor } from '../../../../domain/order/order-sums.ts';
import { latestAttempt, type PaymentOrder } from '../../../../domain/order/payment-order.ts';
import { isAutomatic, type Refund, shownOriginOf } from '../../../../domain/refund/refund.ts';
import { type BusinessBody, readAmountAt } from '../request-reading.ts';

/**
 * Reads the order that a merchant asks to create. Amounts are read from the exact bytes of the body.
 *
 * @throws {RefusedError} UNSUPPORTED_CURRENCY, INVALID_AMOUNT
 */
export function readNewPayment(message: CreatePaymentRequest, business: BusinessBody): NewPayment {
  const currency = message.currency_code;
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
      ...(product.image_url !== undefined && { imageUrl: product.image_url }),
    })),
    ...readCustomer(message.customer),
    ...(message.locale !== undefined && { locale: message.locale }),
    ...(message.payment_methods !== undefined && { paymentMethods: message.payment_methods }),
  };
}

function readCustomer({
  full_name,
  email,
  phone,
  billing_address: address,
}: Customer = {}): Pick<NewPayment, 'customerName' | 'customerEmail' | 'customerPhone' | 'billingAddress'> {
  return {
    customerName: full_name ?? null,
    ...(email !== undefined && { customerEmail: email }),
    ...(phone !== undefined && { customerPhone: phone }),
    ...(address !== undefined && {
      billingAddress: {
        line1: address.line1,
        ...(address.line2 && { line2: address.line2 }),
        city: address.city,
        ...(address.postal_code && { postalCode: address.postal_code }),
        ...(address.state && { state: address.state }),
        country: address.country,
      },
    }),
  };
}

/** An order as the payment query shows it. */
export function presentPayment(order: PaymentOrder): PaymentQueryResult {
  const { currency } = order.amount;
  const attempt =
    order.attempts.find(({ attemptId }) => attemptId === order.paidByAttemptId) ?? latestAttempt(order);
  return {
    order_id: order.orderId,
    merchant_transaction_id: order.merchantTransactionId,
    amount: toWireAmount(order.amount),
    currency_code: currency,
    status: orderStateCodes[order.state],
    state: order.state,
    refunded_amount: toWireAmount({ amountMinor: refundedMinor(order), currency }),
    refundable_amount: toWireAmount({ amountMinor: refundableMinor(order), currency }),
    description: order.description,
    payment_method: attempt?.methodCode ?? null,
    ...(attempt?.card && { card: { brand: attempt.card.brand, last4: attempt.card.last4 } }),
    ...(attempt?.wallet !== undefined && { wallet: attempt.wallet }),
    channel_type: attempt?.channelType ?? null,
    failure: attempt?.failure ? { code: attempt.failure.code, message: attempt.failure.message } : null,
    refunds: order.refunds.map(presentOrderRefund),
    ...(order.dispute && { dispute: disputeDataOf(order.dispute) }),
    version: order.version,
    created_at: order.createdAt.toISOString(),
    expires_at: order.expiresAt.toISOString(),
    paid_at: order.paidAt?.toISOString() ?? null,
    closed_at: order.closedAt?.toISOString() ?? null,
    awaiting_result_until: awaitedUntil(order)?.toISOString() ?? null,
  };
}

/**
 * If the order is already paid, return null. The merchant need not know of another attempt in progress: if that attempt also
 * succeeds, the gateway returns the money to the consumer.
 */
function awaitedUntil(order: PaymentOrder): Date | null {
  return order.paidAt === null ? (awaitedResultOf(order)?.until ?? null) : null;
}

function presentOrderRefund(refund: Refund): PaymentQueryResult['refunds'][number] {
  return {
    transaction_id: refund.transactionId,
    amount: toWireAmount(refund.amount),
    status: refundStateCodes[refund.state],
    automatic: isAutomatic(refund),
    origin: shownOriginOf(refund),
    reason: refund.reason,
    error_code: refund.failure?.code ?? null,
    error_msg: refund.failure?.message ?? null,
    created_at: refund.createdAt.toISOString(),
    completed_at: refund.completedAt?.toISOString() ?? null,
  };
}
