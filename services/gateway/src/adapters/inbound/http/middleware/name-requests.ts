import { randomBytes } from 'node:crypto';
import { CONTRACT_VERSION } from '@kassa/contracts';
import type { Middleware } from 'koa';

/**
 * Gives each request an ID of our own, because a caller's ID could forge log lines, and adds the contract's
 * version.
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
