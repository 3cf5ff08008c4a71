import { EventResendByIds } from '../../merchant-event-log.ts';
import {
  FailedDeliveryList,
  FailedDeliveryQuery,
  Merchant,
  OperatorResendResult,
  RotatedSecret,
  RotateSecretRequest,
  SetSecretRequest,
  SetWebhookUrlRequest,
} from '../../operations.ts';
import { answering, type EndpointGroup, taking } from '../endpoint.ts';
import { exampleEventIds, exampleMerchant, exampleMerchantId, exampleOrderId } from '../examples.ts';
import { merchantIdParameter, ofAdmin, ofOperator, ofViewer } from './merchant-endpoints.ts';

export const rotateWebhookSecret = taking({
  ...ofAdmin,
  id: 'rotateWebhookSecret',
  method: 'POST',
  path: '/admin/merchants/{merchantId}/webhook/rotate-secret',
  summary: 'Rotate the webhook secret',
  description:
    'Webhooks are signed with the new secret from now on. For the requested time, they are also signed with the previous secret. Only this answer shows the new secret.',
  pathParameters: merchantIdParameter,
  body: RotateSecretRequest,
  data: RotatedSecret,
  errors: ['INVALID_REQUEST', 'MERCHANT_NOT_FOUND', 'SECRET_ROTATION_UNDER_WAY'],
  examples: [
    {
      title: 'With a day to switch',
      body: { keep_previous_hours: 24 },
      data: {
        ...exampleMerchant,
        previous_webhook_secret_ends_at: '2026-11-22T09:30:00.000Z',
        webhook_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      },
    },
  ],
});

export const setWebhookSecret = taking({
  ...ofAdmin,
  id: 'setWebhookSecret',
  method: 'POST',
  path: '/admin/merchants/{merchantId}/webhook/secret',
  summary: 'Set the merchant’s own webhook secret',
  description:
    'Webhooks are signed with this secret from now on. For the requested time, they are also signed with the previous secret. No answer shows the secret. Sending the current secret again changes nothing.',
  pathParameters: merchantIdParameter,
  body: SetSecretRequest,
  data: Merchant,
  errors: ['INVALID_REQUEST', 'MERCHANT_NOT_FOUND', 'SECRET_ROTATION_UNDER_WAY'],
  examples: [
    {
      title: 'With a day to switch',
      body: { webhook_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', keep_previous_hours: 24 },
      data: { ...exampleMerchant, previous_webhook_secret_ends_at: '2026-11-22T09:30:00.000Z' },
    },
  ],
});

export const retireWebhookSecret = answering({
  ...ofAdmin,
  id: 'retireWebhookSecret',
  method: 'POST',
  path: '/admin/merchants/{merchantId}/webhook/retire-secret',
  summary: 'Retire the previous webhook secret',
  description:
    'The gateway immediately stops signing webhooks with the previous secret. Without this call, it stops at `previous_webhook_secret_ends_at`. The request has no body.',
  pathParameters: merchantIdParameter,
  data: Merchant,
  errors: ['MERCHANT_NOT_FOUND'],
  examples: [{ title: 'Only the current secret signs', data: exampleMerchant }],
});

export const setWebhookUrl = taking({
  ...ofAdmin,
  id: 'setWebhookUrl',
  method: 'POST',
  path: '/admin/merchants/{merchantId}/webhook/url',
  summary: 'Set the webhook address',
  description: 'Changing the address also re-enables an endpoint that answered 410.',
  pathParameters: merchantIdParameter,
  body: SetWebhookUrlRequest,
  data: Merchant,
  errors: ['INVALID_REQUEST', 'MERCHANT_NOT_FOUND'],
  examples: [
    {
      title: 'A new address',
      body: { webhook_url: 'https://shop.example/webhooks/kassa' },
      data: exampleMerchant,
    },
  ],
});

export const switchWebhookOn = answering({
  ...ofOperator,
  id: 'switchWebhookOn',
  method: 'POST',
  path: '/admin/merchants/{merchantId}/webhook/switch-on',
  summary: 'Re-enable an endpoint that answered 410',
  description: 'Events are sent to the endpoint again. The request has no body.',
  pathParameters: merchantIdParameter,
  data: Merchant,
  errors: ['MERCHANT_NOT_FOUND'],
  examples: [{ title: 'Switched on', data: exampleMerchant }],
});

export const listFailedDeliveries = answering({
  ...ofViewer,
  id: 'listFailedDeliveries',
  method: 'GET',
  path: '/admin/webhooks/failed',
  summary: 'List failed deliveries',
  description: 'Newest first, in pages.',
  query: FailedDeliveryQuery,
  data: FailedDeliveryList,
  errors: ['INVALID_REQUEST', 'MERCHANT_NOT_FOUND'],
  examples: [
    {
      title: 'An event that its receiver never acknowledged',
      data: {
        deliveries: [
          {
            event_id: exampleEventIds.succeeded,
            event_type: 'order.payment.succeeded',
            merchant_id: exampleMerchantId,
            order_id: exampleOrderId,
            created_at: '2026-11-21T09:31:12.480Z',
            failed_at: '2026-11-24T13:02:41.115Z',
            tries: 13,
            http_status: 500,
            error: null,
          },
        ],
        next: null,
      },
    },
  ],
});

export const resendEventsOfMerchants = taking({
  ...ofOperator,
  id: 'resendEventsOfMerchants',
  method: 'POST',
  path: '/admin/webhooks/resend',
  summary: 'Resend events',
  description: 'Resends events of any merchants, by ID.',
  body: EventResendByIds,
  data: OperatorResendResult,
  errors: ['INVALID_REQUEST', 'EVENT_NOT_FOUND', 'MERCHANT_NOT_FOUND', 'WEBHOOK_SWITCHED_OFF'],
  examples: [{ title: 'One event', body: { event_ids: [exampleEventIds.succeeded] }, data: { resent: 1 } }],
});

/** Endpoints for merchants' webhook addresses and failed deliveries, for `kassa-admin webhooks …`. */
export const operatorWebhookGroup: EndpointGroup = {
  id: 'operations-webhooks',
  title: 'Webhooks',
  description: 'Merchants’ webhook endpoints, their secrets, and events whose delivery failed.',
  endpoints: [
    rotateWebhookSecret,
    setWebhookSecret,
    retireWebhookSecret,
    setWebhookUrl,
    switchWebhookOn,
    listFailedDeliveries,
    resendEventsOfMerchants,
  ],
};
