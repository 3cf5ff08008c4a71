import { type ErrorName, errorTable } from '../errors.ts';
import { callbackGroup } from './callback-endpoints.ts';
import { checkoutGroup } from './checkout-endpoints.ts';
import type { Endpoint, EndpointGroup, EndpointSecurity } from './endpoint.ts';
import { merchantGroups } from './merchant-endpoints.ts';
import { auditGroup } from './operations/audit-endpoints.ts';
import { operatorChannelGroup } from './operations/channel-endpoints.ts';
import { healthGroup } from './operations/health-endpoints.ts';
import { operatorKeyGroup } from './operations/key-endpoints.ts';
import { operatorMerchantGroup } from './operations/merchant-endpoints.ts';
import { operatorGroup } from './operations/operator-endpoints.ts';
import { operatorOrderGroup } from './operations/order-endpoints.ts';
import { reconciliationGroup } from './operations/reconciliation-endpoints.ts';
import { operatorReportGroup } from './operations/report-endpoints.ts';
import { operatorSandboxGroup } from './operations/sandbox-endpoints.ts';
import { operatorWebhookGroup } from './operations/webhook-endpoints.ts';

export * from './callback-endpoints.ts';
export * from './checkout-endpoints.ts';
export * from './endpoint.ts';
export * from './examples.ts';
export * from './merchant-endpoints.ts';
export * from './operations/audit-endpoints.ts';
export * from './operations/channel-endpoints.ts';
export * from './operations/conclusion-endpoints.ts';
export * from './operations/customer-endpoints.ts';
export * from './operations/health-endpoints.ts';
export * from './operations/key-endpoints.ts';
export * from './operations/merchant-endpoints.ts';
export * from './operations/operator-endpoints.ts';
export * from './operations/order-endpoints.ts';
export * from './operations/reconciliation-endpoints.ts';
export * from './operations/report-endpoints.ts';
export * from './operations/sandbox-endpoints.ts';
export * from './operations/webhook-endpoints.ts';
export * from './webhook-events.ts';

/** Every endpoint of the gateway. A test fails if this list and the gateway's routes differ. */
export const endpointGroups: readonly EndpointGroup[] = [
  ...merchantGroups,
  checkoutGroup,
  callbackGroup,
  operatorMerchantGroup,
  operatorKeyGroup,
  operatorWebhookGroup,
  operatorChannelGroup,
  operatorOrderGroup,
  operatorReportGroup,
  reconciliationGroup,
  operatorGroup,
  auditGroup,
  operatorSandboxGroup,
  healthGroup,
];

export const allEndpoints: readonly Endpoint[] = endpointGroups.flatMap(({ endpoints }) => endpoints);

const bySecurity: Readonly<Record<EndpointSecurity, readonly ErrorName[]>> = {
  merchant_signature: [
    // The gateway parses the body before it verifies the signature. So if both are wrong, the answer is INVALID_REQUEST.
    'INVALID_REQUEST',
    'INVALID_SIGNATURE',
    'TIMESTAMP_EXPIRED',
    'IP_NOT_ALLOWED',
    'MERCHANT_DISABLED',
    'BUSY',
    'RATE_LIMITED',
  ],
  checkout_session: ['SESSION_INVALID', 'SESSION_EXPIRED', 'RATE_LIMITED'],
  channel_signature: ['RATE_LIMITED'],
  operations_token: ['OPERATOR_UNAUTHORISED', 'RATE_LIMITED'],
  none: [],
};

/** Every error that an endpoint can answer with, sorted by HTTP status and number. */
export function errorsOf(endpoint: Endpoint): readonly ErrorName[] {
  const names = new Set<ErrorName>([
    ...bySecurity[endpoint.security],
    ...(endpoint.role === undefined || endpoint.role === 'viewer' ? [] : (['OPERATOR_FORBIDDEN'] as const)),
    ...(takesBody(endpoint) ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    // Calls to the operations port need no HTTPS, because the port is reachable only from inside a deployment, and probes use
    // plain HTTP.
    ...(endpoint.port === 'operations' ? [] : (['HTTPS_REQUIRED'] as const)),
    ...(endpoint.isSandboxOnly ? (['NOT_FOUND'] as const) : []),
    ...endpoint.errors,
    ...(endpoint.answers === 'envelope'
      ? (['INTERNAL_ERROR', 'UNAVAILABLE'] as const)
      : (['INTERNAL_ERROR'] as const)),
  ]);
  return [...names].sort((one, other) => errorTable[one].code - errorTable[other].code);
}

/**
 * Whether the gateway reads the body of a call to this endpoint, and can therefore refuse the call because of its body. The
 * gateway reads the body at every endpoint whose answers have the common JSON envelope, even if the endpoint needs no body.
 * Only the endpoints for probes and metrics ignore the body.
 */
function takesBody(endpoint: Endpoint): boolean {
  return endpoint.answers === 'envelope';
}
