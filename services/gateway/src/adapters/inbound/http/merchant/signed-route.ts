import { compileValidator } from '@kassa/contracts';
import type { BodyOf, EnvelopeEndpoint } from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import type { Merchant } from '../../../../domain/merchant/merchant.ts';
import { merchantRequestOf } from '../middleware/authenticate-merchants.ts';
import { type BusinessBody, orInvalid, readBusinessBody } from '../request-reading.ts';
import { type Call, type Handler, routeReading } from '../route.ts';

/** A call that its merchant has signed. */
export interface SignedCall<Of extends EnvelopeEndpoint> extends Call<Of> {
  readonly merchant: Merchant;
  /**
   * The body of the signed request: its fields, and its exact bytes, from which amounts are read. `undefined` for an endpoint
   * that takes no body.
   */
  readonly business: BodyOf<Of> extends undefined ? undefined : BusinessBody;
}

/** Serves an endpoint of the merchant interface. Earlier middleware has already verified the request's signature. */
export function signedRoute<Of extends EnvelopeEndpoint>(
  router: Router,
  endpoint: Of,
  handle: Handler<SignedCall<Of>, Of>,
  ...before: readonly Middleware[]
): void {
  const validate = endpoint.body && compileValidator(endpoint.body);
  const readSigned = (ctx: Context) => {
    const { merchant, body: signed } = merchantRequestOf(ctx);
    const business = validate && readBusinessBody(signed);
    const body = validate && business && orInvalid(validate(business.value), business.prefix);
    return { merchant, business, body } as Pick<SignedCall<Of>, 'merchant' | 'business' | 'body'>;
  };
  routeReading(router, endpoint, readSigned, handle, ...before);
}
