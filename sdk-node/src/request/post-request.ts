import type { GatewayRequest } from './gateway-client.ts';
import type { MerchantPath } from './merchant-path.ts';
import type { Repeating } from './repeating.ts';
import { writeSignedBody } from './signed-body.ts';

/**
 * Writes the body of a POST once; every attempt sends the same bytes, whatever the caller does to its
 * objects meanwhile.
 *
 * @throws {InvalidRequestError} when it is not what the gateway can read
 */
export function postRequest(path: MerchantPath, body: object, repeating: Repeating): GatewayRequest {
  const { text, bodyHash } = writeSignedBody(body);
  return { method: 'POST', path, bodyText: text, bodyHash, repeating };
}
