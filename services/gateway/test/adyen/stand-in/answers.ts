import type { ServerResponse } from 'node:http';

/** An answer of Adyen's API, with its HTTP status. */
export interface Answer {
  readonly status: number;
  readonly body: object;
}

/** What happens to the next call instead of a normal answer. */
export type Disturbance =
  /** This one is answered. */
  | { readonly kind: 'none' }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly error?: object;
      readonly isTransient?: boolean;
    }
  | { readonly kind: 'break' }
  /** The answer begins, and does not end. */
  | { readonly kind: 'stall' }
  | { readonly kind: 'text'; readonly text: string }
  /** It is done, and the answer is lost. */
  | { readonly kind: 'lose_answer' };

/** Source: `ServiceError` in `json/CheckoutService-v72.json`, and the page "API errors". */
export function refused(status: number, errorCode: string, message: string, errorType: string): Answer {
  return { status, body: { status, errorCode, message, errorType } };
}

export const unknownPayment = refused(422, '167', 'Original pspReference required', 'validation');

export function send(response: ServerResponse, { status, body }: Answer, isTransient = false): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    ...(isTransient && { 'transient-error': 'true' }),
  });
  response.end(JSON.stringify(body));
}

/** Sends a byte now and then and never ends the answer, so the connection stays alive. */
export function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.once('close', () => clearInterval(timer));
}
