import {
  type ChannelFile as ChannelFileMessage,
  type CheckoutAction,
  type CheckoutOrder,
  type CheckoutReceipt,
  type ExpressPayment,
  type InitCheckoutResult,
  type PaymentInstructions as PaymentInstructionsMessage,
  type PaymentMethod,
  type PaymentStatus,
  type SubmitPaymentResult,
  toWireAmount,
} from '@kassa/contracts';
import type { OfferedMethod } from '../../../../application/checkout/list-payment-methods.ts';
import type { InitialisedCheckout } from '../../../../application/checkout/open-at-channel.ts';
import type { SubmittedPayment } from '../../../../application/checkout/submit-payment.ts';
import { awaitedResultOf } from '../../../../domain/attempt/awaited-result.ts';
import type { ChannelFile, PaymentInstructions } from '../../../../domain/attempt/payment-attempt.ts';
import { pendingActionOf } from '../../../../domain/attempt/submit-attempt.ts';
import { logoPathOf } from '../../../../domain/merchant/branding.ts';
import type { Merchant } from '../../../../domain/merchant/merchant.ts';
import { withOrderId } from '../../../../domain/merchant/public-address.ts';
import type { PaymentOrder } from '../../../../domain/order/payment-order.ts';
import type { ExpressOffer } from '../../../../ports/payment-channel.ts';
import { shownText } from './shown-text.ts';

/** What a consumer's page may see. */

/**
 * @param publicUrl the public address of this app, without a trailing slash
 * @param paidMethod the name of the payment method with which the order was paid; null if it is unknown
 */
export function presentCheckoutOrder(
  order: PaymentOrder,
  merchant: Merchant,
  {
    publicUrl,
    livemode,
    paidMethod,
    now,
  }: { publicUrl: string; livemode: boolean; paidMethod: string | null; now: Date },
): CheckoutOrder {
  const logoPath = logoPathOf(merchant);
  return {
    order_id: order.orderId,
    merchant_name: shownText(merchant.name),
    branding: {
      logo_url: logoPath === null ? null : `${publicUrl}${logoPath}`,
      accent_color: merchant.branding.accentColor,
    },
    allowed_origins: [...merchant.allowedOrigins],
    livemode,
    amount: toWireAmount(order.amount),
    currency_code: order.amount.currency,
    description: order.description === null ? null : shownText(order.description),
    products: order.products.map((product) => ({
      product_id: product.productId,
      name: shownText(product.name),
      price: toWireAmount(product.price),
      quantity: product.quantity,
      ...(product.imageUrl !== undefined && { image_url: product.imageUrl }),
    })),
    locale: order.locale ?? null,
    state: order.state,
    expires_at: order.expiresAt.toISOString(),
    server_time: now.toISOString(),
    cancel_url: order.cancelUrl,
    redirect_url: redirectOf(order),
    action: presentAction(order),
    ...presentAwaited(order),
    receipt: presentReceipt(order, paidMethod),
  };
}

export function presentPaymentStatus(
  order: PaymentOrder,
  paidMethod: string | null,
  now: Date,
): PaymentStatus {
  // Show the failure of the latest attempt that failed. A newer attempt without a failure may already exist, because the page
  // opens one as soon as it shows the payment form again.
  const failure = order.attempts.findLast((attempt) => attempt.failure)?.failure;
  return {
    state: order.state,
    failure: order.state === 'PAY_FAIL' && failure ? { category: failure.category } : null,
    redirect_url: redirectOf(order),
    action: presentAction(order),
    ...presentAwaited(order),
    receipt: presentReceipt(order, paidMethod),
    server_time: now.toISOString(),
  };
}

function presentAwaited(order: PaymentOrder): Pick<PaymentStatus, 'transactionId' | 'awaiting_result_until'> {
  const awaited = awaitedResultOf(order);
  return {
    transactionId: awaited?.attemptId ?? null,
    awaiting_result_until: awaited?.until.toISOString() ?? null,
  };
}

/** Leave out the card, because this answer can also go to a merchant's own page, where scripts may be hostile. */
function presentReceipt(
  { paidAt, paidByAttemptId, attempts, customerEmail }: PaymentOrder,
  paidMethod: string | null,
): CheckoutReceipt | null {
  const attempt = attempts.find(({ attemptId }) => attemptId === paidByAttemptId);
  if (paidAt === null || !attempt) return null;
  return {
    paid_at: paidAt.toISOString(),
    payment_method: attempt.methodCode,
    ...(paidMethod !== null && { payment_method_name: paidMethod }),
    ...(attempt.wallet !== undefined && { wallet: shownText(attempt.wallet) }),
    email: customerEmail === undefined ? null : maskedEmail(customerEmail),
  };
}

/**
 * Hides most of an e-mail address. Consumers still recognise their own address, but other people with the page's link learn
 * nothing.
 */
function maskedEmail(email: string): string {
  const [first = ''] = email;
  return shownText(`${first}•••${email.slice(email.lastIndexOf('@'))}`);
}

function presentAction(order: PaymentOrder): CheckoutAction | null {
  const pending = pendingActionOf(order);
  if (pending === null) return null;
  const { attemptId, kind, url, instructions, until } = pending;
  return {
    transactionId: attemptId,
    kind,
    ...(url !== null && { url }),
    ...(instructions !== null && { instructions: presentInstructions(instructions) }),
    expires_at: until.toISOString(),
  };
}

function presentInstructions({
  accountHolder,
  voucherUrl,
  ...others
}: PaymentInstructions): PaymentInstructionsMessage {
  return {
    ...others,
    ...(accountHolder !== undefined && { account_holder: shownText(accountHolder) }),
    ...(voucherUrl !== undefined && { voucher_url: voucherUrl }),
  };
}

export function presentMethod(method: OfferedMethod, iconBaseUrl: string): PaymentMethod {
  return {
    code: method.code,
    name: method.name,
    icon: `${iconBaseUrl}/${method.iconFile}`,
    ...(method.cardBrands.length > 0 && { supported_card_brands: [...method.cardBrands] }),
    ...(method.renderType !== undefined && { paymentRenderType: method.renderType }),
    ...(method.testCards && { test_cards: [...method.testCards] }),
    ...(method.express && { express: presentExpress(method.express) }),
  };
}

function presentExpress({ library, types, ...offer }: ExpressOffer): ExpressPayment {
  return { ...offer, library: presentFile(library), types: [...types] };
}

export function presentInitialisation({
  attempt,
  opening,
  returnLink,
}: InitialisedCheckout): InitCheckoutResult {
  const { clientSecret, publicKey, library, stylesheet, component } = opening;
  return {
    channelType: attempt.channelType,
    transactionId: attempt.attemptId,
    paymentUrl: opening.paymentUrl ?? '',
    extension: {
      paymentRenderType: opening.renderType,
      ...(clientSecret !== null && { clientSecret }),
      ...(publicKey !== null && { publicKey }),
      ...(library !== null && { library: presentFile(library) }),
      ...(stylesheet !== null && { stylesheet: presentFile(stylesheet) }),
      ...(component !== null && { component: { ...component } }),
    },
    returnUrl: returnLink,
    cardBrands: [...opening.cardBrands],
  };
}

function presentFile({ url, integrity }: ChannelFile): ChannelFileMessage {
  return integrity === null ? { url } : { url, integrity };
}

export function presentSubmission({ attemptId, action }: SubmittedPayment): SubmitPaymentResult {
  return {
    transactionId: attemptId,
    paymentUrl: action?.url ?? '',
    ...(action !== null && { paymentUrlDisplay: displays[action.display] }),
  };
}

const displays = { frame: 'FRAME', page: 'REDIRECT' } as const;

/**
 * Returns the merchant's address to which the consumer goes after paying; null until the order is paid. The address comes from
 * the stored order and never from the request, so that nobody can redirect the consumer elsewhere.
 */
function redirectOf(order: PaymentOrder): string | null {
  return order.paidAt === null ? null : withOrderId(order.redirectUrl, order.orderId);
}
