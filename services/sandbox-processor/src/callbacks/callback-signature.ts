import { createHmac } from 'node:crypto';

/**
 * The signature header of a callback: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<raw body>" under the callback secret>`.
 */
export function callbackSignature(body: string, secret: string, at: Date): string {
  const timestampSeconds = Math.floor(at.getTime() / 1000);
  const mac = createHmac('sha256', secret).update(`${timestampSeconds}.${body}`).digest('hex');
  return `t=${timestampSeconds},v1=${mac}`;
}
