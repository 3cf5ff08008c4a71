import {
  CancelPaymentRequest,
  InitCheckoutRequest,
  InitCheckoutResult,
  SubmitPaymentRequest,
  SubmitPaymentResult,
} from '../checkout-attempt.ts';
import { CheckoutOrder, OrderIdQuery, PaymentStatus, PaymentStatusQuery } from '../checkout-order.ts';
import { PaymentMethodsResult } from '../payment-methods.ts';
import { answering, type EndpointGroup, taking } from './endpoint.ts';
import { exampleAttemptId, exampleOrderId } from './examples.ts';

const ofPage = { port: 'checkout', security: 'checkout_session' } as const;

const now = '2026-11-21T09:30:20.000Z';
const returnUrl = `https://pay.example/checkout/${exampleOrderId}/return/${exampleAttemptId}?key=1795257000.cXV4YmF6`;

export const getCheckoutOrder = answering({
  ...ofPage,
  id: 'getCheckoutOrder',
  method: 'GET',
  path: '/api/web/checkout/order',
  summary: 'Read the order to pay',
  description:
    'Returns what a cashier shows about the order: the shop, the amount, the products, the remaining time, and where the consumer goes afterwards.',
  query: OrderIdQuery,
  data: CheckoutOrder,
  errors: ['INVALID_REQUEST'],
  examples: [
    {
      title: 'An unpaid order',
      data: {
        order_id: exampleOrderId,
        merchant_name: 'Corner Shop',
        branding: { logo_url: null, accent_color: '#0a7d4f' },
        allowed_origins: ['https://shop.example'],
        livemode: false,
        amount: 10.5,
        currency_code: 'USD',
        description: 'Order 1001',
        products: [{ product_id: 'p1', name: 'Coffee beans, 1 kg', price: 10.5, quantity: 1 }],
        locale: null,
        state: 'INIT',
        expires_at: '2026-11-21T10:00:00.000Z',
        server_time: now,
        cancel_url: 'https://shop.example/basket',
        redirect_url: null,
        action: null,
        transactionId: null,
        awaiting_result_until: null,
        receipt: null,
      },
    },
  ],
});

export const listPaymentMethods = answering({
  ...ofPage,
  id: 'listPaymentMethods',
  method: 'GET',
  path: '/api/web/checkout/payment-methods',
  summary: 'List the payment methods of the order',
  description: 'Offer them in the order listed.',
  query: OrderIdQuery,
  data: PaymentMethodsResult,
  errors: ['INVALID_REQUEST'],
  examples: [
    {
      title: 'A card and a wallet',
      data: {
        payment_methods: [
          {
            code: 'card',
            name: 'Card',
            icon: 'https://pay.example/icons/card.svg',
            supported_card_brands: ['visa', 'mastercard', 'amex'],
            paymentRenderType: 'OWN_FORM',
            test_cards: [
              { number: '4242424242424242', outcome: 'succeeds' },
              { number: '4000000000000002', outcome: 'declined' },
            ],
          },
          {
            code: 'sandbox_wallet',
            name: 'Sandbox Wallet',
            icon: 'https://pay.example/icons/wallet.svg',
          },
        ],
      },
    },
    {
      title: 'Cards, which consumers can also use from a wallet with one tap',
      data: {
        payment_methods: [
          {
            code: 'card',
            name: 'Card',
            icon: 'https://pay.example/icons/card.svg',
            supported_card_brands: ['visa', 'mastercard', 'amex'],
            express: {
              channelType: 'ProcessorA',
              publicKey: 'pk_live_…',
              library: { url: 'https://channel.example/library.js' },
              amount: 4250,
              currency: 'eur',
              types: ['card'],
            },
          },
        ],
      },
    },
  ],
});

export const initCheckout = taking({
  ...ofPage,
  id: 'initCheckout',
  method: 'POST',
  path: '/api/web/checkout/init',
  summary: 'Start a payment with a method',
  description:
    'Opens a payment attempt for the chosen method. The answer says how the page must render the method (`extension.paymentRenderType`), with the data for it. While the attempt is open, repeating the call returns the same attempt. Choosing another method abandons the previous attempt. If that attempt was already submitted, the call is refused with PAYMENT_IN_PROGRESS.',
  body: InitCheckoutRequest,
  data: InitCheckoutResult,
  errors: [
    'INVALID_REQUEST',
    'ORDER_ALREADY_PAID',
    'PAYMENT_IN_PROGRESS',
    'ORDER_EXPIRED',
    'PAYMENT_METHOD_UNAVAILABLE',
    'TOO_MANY_ATTEMPTS',
    'CHANNEL_ERROR',
  ],
  examples: [
    {
      title: 'A card form on the page itself',
      body: { orderId: exampleOrderId, paymentMethodCode: 'card' },
      data: {
        channelType: 'Sandbox',
        transactionId: exampleAttemptId,
        paymentUrl: '',
        extension: { paymentRenderType: 'OWN_FORM' },
        returnUrl,
        cardBrands: ['visa', 'mastercard', 'amex'],
      },
    },
    {
      title: 'A wallet with its own page',
      body: {
        orderId: exampleOrderId,
        paymentMethodCode: 'sandbox_wallet',
        returnUrl: 'https://shop.example/pay/back',
      },
      data: {
        channelType: 'Sandbox',
        transactionId: exampleAttemptId,
        paymentUrl: 'https://processor.example/pay/sbx_pay_1',
        extension: { paymentRenderType: 'REDIRECT' },
        returnUrl,
        cardBrands: [],
      },
    },
  ],
});

export const submitPayment = taking({
  ...ofPage,
  id: 'submitPayment',
  method: 'POST',
  path: '/api/web/payment/submit',
  summary: 'Submit the payment',
  description:
    'Submits the attempt that `transactionId` names. Submitting twice, or from two tabs, still makes one attempt and one charge. Send `card` only with OWN_FORM. The answer is not the result: follow `paymentUrl` if it is not empty, and read the result from the payment status. The merchant learns the result from the webhook.',
  body: SubmitPaymentRequest,
  data: SubmitPaymentResult,
  errors: [
    'INVALID_REQUEST',
    'ORDER_ALREADY_PAID',
    'PAYMENT_IN_PROGRESS',
    'ORDER_EXPIRED',
    'PAYMENT_METHOD_UNAVAILABLE',
    'TOO_MANY_ATTEMPTS',
    'ATTEMPT_SUPERSEDED',
    'PAYMENT_NOT_INITIALISED',
    'CHANNEL_ERROR',
  ],
  examples: [
    {
      title: 'A card that needs no further step',
      body: {
        orderId: exampleOrderId,
        transactionId: exampleAttemptId,
        terminal: { type: 'PC', userAgent: 'Mozilla/5.0' },
        card: { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' },
        deviceId: 'd-7f2c',
      },
      data: { transactionId: exampleAttemptId, paymentUrl: '' },
    },
    {
      title: 'The bank asks for 3-D Secure',
      body: {
        orderId: exampleOrderId,
        transactionId: exampleAttemptId,
        terminal: { type: 'MOBILE', userAgent: 'Mozilla/5.0' },
        card: { number: '4000000000003220', expMonth: 12, expYear: 2030, cvc: '123' },
      },
      data: {
        transactionId: exampleAttemptId,
        paymentUrl: 'https://processor.example/3ds/sbx_pay_1',
        paymentUrlDisplay: 'FRAME',
      },
    },
  ],
});

export const cancelPayment = taking({
  ...ofPage,
  id: 'cancelPayment',
  method: 'POST',
  path: '/api/web/payment/cancel',
  summary: 'Give up an attempt',
  description:
    'The consumer gives up the attempt, for example after closing 3-D Secure. The gateway cancels the attempt at its channel and answers the payment status. If the attempt was submitted, the state becomes PAY_FAIL with the failure `cancelled_by_consumer`, and the merchant gets `order.payment.failed`. The consumer can then choose another method immediately. If the attempt has already failed or the order is paid, the call changes nothing and answers the current status.\n\n' +
    'If the channel cannot cancel the attempt, or if its answer is unclear, the call is refused with PAYMENT_IN_PROGRESS and `awaiting_result_until`. The gateway keeps trying to cancel the attempt.',
  body: CancelPaymentRequest,
  data: PaymentStatus,
  errors: ['INVALID_REQUEST', 'PAYMENT_IN_PROGRESS', 'ATTEMPT_SUPERSEDED'],
  examples: [
    {
      title: 'The consumer closed 3-D Secure',
      body: { orderId: exampleOrderId, transactionId: exampleAttemptId },
      data: {
        state: 'PAY_FAIL',
        failure: { category: 'cancelled_by_consumer' },
        redirect_url: null,
        action: null,
        transactionId: null,
        awaiting_result_until: null,
        receipt: null,
        server_time: now,
      },
    },
  ],
});

export const getPaymentStatus = answering({
  ...ofPage,
  id: 'getPaymentStatus',
  method: 'GET',
  path: '/api/web/payment/status',
  summary: 'Read the payment status',
  description:
    'A page calls this while it waits for the result of a payment. Use the answer for display only: merchants rely on the webhook or the payment query.',
  query: PaymentStatusQuery,
  data: PaymentStatus,
  errors: ['INVALID_REQUEST'],
  examples: [
    {
      title: 'Paid',
      data: {
        state: 'PAY_SUCCESS',
        failure: null,
        redirect_url: `https://shop.example/thanks?order_id=${exampleOrderId}`,
        action: null,
        transactionId: null,
        awaiting_result_until: null,
        receipt: {
          paid_at: now,
          payment_method: 'card',
          payment_method_name: 'Card',
          email: 'a•••@example.com',
        },
        server_time: now,
      },
    },
    {
      title: 'Waiting for the consumer on the page of the wallet',
      data: {
        state: 'PAYING',
        failure: null,
        redirect_url: null,
        action: {
          transactionId: exampleAttemptId,
          kind: 'redirect',
          url: 'https://processor.example/pay/sbx_pay_1',
          expires_at: '2026-11-21T10:00:00.000Z',
        },
        transactionId: exampleAttemptId,
        awaiting_result_until: '2026-11-22T10:00:00.000Z',
        receipt: null,
        server_time: now,
      },
    },
    {
      title: 'Waiting for a bank transfer',
      data: {
        state: 'PAYING',
        failure: null,
        redirect_url: null,
        action: {
          transactionId: exampleAttemptId,
          kind: 'instructions',
          url: 'https://processor.example/voucher/sbx_vch_1',
          instructions: {
            account_holder: 'Processor Ltd',
            iban: 'DE89370400440532013000',
            bic: 'COBADEFFXXX',
            reference: 'RF18539007547034',
          },
          expires_at: '2026-11-21T10:00:00.000Z',
        },
        transactionId: exampleAttemptId,
        awaiting_result_until: '2026-11-28T10:00:00.000Z',
        receipt: null,
        server_time: now,
      },
    },
    {
      title: 'Declined; the consumer may try again',
      data: {
        state: 'PAY_FAIL',
        failure: { category: 'insufficient_funds' },
        redirect_url: null,
        action: null,
        transactionId: null,
        awaiting_result_until: null,
        receipt: null,
        server_time: now,
      },
    },
  ],
});

/** The Checkout API (section 4.2 of the interface specification that Kassa implements). */
export const checkoutGroup: EndpointGroup = {
  id: 'checkout',
  title: 'Checkout API',
  description:
    'For merchants who build their own cashier: the consumer’s browser calls these endpoints. Each call carries the session from the order’s `pay_url`. Pages of any origin may make these calls. The session alone authorises them: send no cookies and no keys.',
  endpoints: [
    getCheckoutOrder,
    listPaymentMethods,
    initCheckout,
    submitPayment,
    cancelPayment,
    getPaymentStatus,
  ],
};
