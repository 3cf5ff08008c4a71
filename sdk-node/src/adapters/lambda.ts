import type { WebhookHeaders } from '../webhooks/header-values.ts';
import {
  type ReceivedBody,
  WebhookReceiver,
  type WebhookReceiverOptions,
} from '../webhooks/receiving/webhook-receiver.ts';

export type { WebhookReceiverOptions } from '../webhooks/receiving/webhook-receiver.ts';

/**
 * The members that the handler uses from an event. The event comes from API Gateway (REST or HTTP API, payload format 1.0 or
 * 2.0), from a function URL or from a load balancer.
 */
export interface LambdaHttpEvent {
  readonly body?: string | null | undefined;
  readonly isBase64Encoded?: boolean | undefined;
  readonly headers?: Readonly<Record<string, string | undefined>> | null | undefined;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[] | undefined>> | null | undefined;
}

/** An answer that API Gateway, function URLs and load balancers all understand. */
export interface LambdaHttpAnswer {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const ADVICE =
  'Use the Lambda proxy integration, without a mapping template and without middleware that parses the body.';

/** Receives webhooks in AWS Lambda: `export const handler = kassaWebhook({ … })`. */
export function kassaWebhook(
  options: WebhookReceiverOptions,
): (event: LambdaHttpEvent) => Promise<LambdaHttpAnswer> {
  const receiver = new WebhookReceiver(options);
  return async (event) => {
    const { status, text } = await receiver.receive(bodyOf(event), headersOf(event));
    const headers = { 'content-type': 'text/plain; charset=utf-8' };
    return { statusCode: status, headers, body: `${text}\n` };
  };
}

function bodyOf({ body, isBase64Encoded }: LambdaHttpEvent): ReceivedBody {
  if (body === null) return { kind: 'raw', bytes: '' };
  if (typeof body !== 'string') return { kind: 'parsed', advice: ADVICE };
  return { kind: 'raw', bytes: isBase64Encoded === true ? Buffer.from(body, 'base64') : body };
}

/**
 * Returns the headers of an event. It prefers `multiValueHeaders` if they exist, because only they show that a header was sent
 * twice.
 */
function headersOf({ headers, multiValueHeaders }: LambdaHttpEvent): WebhookHeaders {
  return multiValueHeaders ?? headers ?? {};
}
