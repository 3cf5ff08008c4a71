import type { GatewayRequest } from './gateway-client.ts';
import type { MerchantPath } from './merchant-path.ts';
import type { Repeating } from './repeating.ts';
import { writeSignedBody } from './signed-body.ts';

/**
 * Serialises the body of a POST once. Every attempt then sends the same bytes, even if the caller changes the objects later.
 *
 * @throws {InvalidRequestError} when the gateway could not parse the body
 */
export function postRequest(path: MerchantPath, body: object, repeating: Repeating): GatewayRequest {
  const { text, bodyHash } = writeSignedBody(body);
  return { method: 'POST', path, bodyText: text, bodyHash, repeating };
}
