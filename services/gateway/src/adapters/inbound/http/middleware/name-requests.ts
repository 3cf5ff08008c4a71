import { randomBytes } from 'node:crypto';
import { CONTRACT_VERSION } from '@kassa/contracts';
import type { Middleware } from 'koa';

/**
 * Gives each request a new ID and puts the ID and the contract's version into the answer's headers. An ID that the
 * caller sends is not used, because it could forge log lines.
 */
export function nameRequests(): Middleware {
  return async function nameRequest(ctx, next) {
    ctx.state.requestId = newRequestId();
    ctx.set('X-Request-Id', ctx.state.requestId);
    ctx.set('X-Contract-Version', CONTRACT_VERSION);
    await next();
  };
}

export function newRequestId(): string {
  return `req_${randomBytes(12).toString('hex')}`;
}
