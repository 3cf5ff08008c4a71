import { type ErrorName, type SignedBody, signatureHeaders } from '@kassa/contracts';
import type { Context, Middleware } from 'koa';
import type {
  AuthenticatedCall,
  AuthenticateMerchant,
} from '../../../../application/merchants/authenticate-merchant.ts';
import type { Refusal } from '../../../../application/refusal.ts';
import type { Merchant } from '../../../../domain/merchant/merchant.ts';
import type { Tracing } from '../../../../ports/tracing.ts';
import { orThrow } from '../refused-error.ts';
import type { UnprovenCallers } from '../unproven-callers.ts';

/** What this middleware stores in `ctx.state` for the handler of a signed request. */
export interface MerchantRequest {
  readonly merchant: Merchant;
  readonly body: SignedBody | undefined;
}

export function merchantRequestOf(ctx: Context): MerchantRequest {
  return ctx.state.merchantRequest as MerchantRequest;
}

/**
 * Lets a request pass only if its merchant has signed it correctly. Callers that fail too often are refused without a check.
 */
export function authenticateMerchants(
  authenticate: AuthenticateMerchant,
  unproven: UnprovenCallers,
  tracing: Tracing,
): Middleware {
  return async function authenticateRequest(ctx, next) {
    const { path, query } = splitTarget(ctx.req.url ?? '/');
    const call = {
      method: ctx.method,
      path,
      query,
      merchantId: ctx.get(signatureHeaders.merchantId),
      timestamp: ctx.get(signatureHeaders.timestamp),
      nonce: ctx.get(signatureHeaders.nonce),
      signature: ctx.get(signatureHeaders.signature),
      body: ctx.state.rawBody,
      clientAddress: ctx.ip,
    };
    const caller = { address: ctx.ip, claim: call.merchantId };
    const { merchant, body } = orThrow(
      await unproven.verify(caller, () => authenticate.execute(call), isSigned),
    );
    tracing.note({ merchantId: merchant.merchantId });
    // Link the call to the merchant's own trace, so that somebody who reads the merchant's trace can continue in the gateway's
    // trace.
    tracing.link(ctx.get('traceparent'));
    ctx.state.merchantRequest = { merchant, body } satisfies MerchantRequest;
    await next();
  };
}

/** Whether the outcome shows that the merchant signed the call, even if the call is refused for another reason. */
function isSigned(outcome: AuthenticatedCall | Refusal): boolean {
  return outcome.kind === 'authenticated' || refusedThoughSigned.has(outcome.name);
}

const refusedThoughSigned: ReadonlySet<ErrorName> = new Set(['IP_NOT_ALLOWED', 'MERCHANT_DISABLED', 'BUSY']);

/**
 * Splits a request's target into path and query without changing a byte, because the signature covers the bytes that
 * were sent.
 */
function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?');
  return mark === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}
