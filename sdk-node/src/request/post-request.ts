import { localRefusal } from '../errors/local-refusal.ts';
import type { GatewayRequest } from './gateway-client.ts';
import { writeJson } from './json-text.ts';
import type { Repeating } from './repeating.ts';
import { hashBody } from './request-signer.ts';

/**
 * Writes the body of a POST once; every attempt sends the same bytes, whatever the caller does to its
 * objects meanwhile.
 *
 * @throws {InvalidRequestError} when it is not what the gateway can read
 */
export function postRequest(path: string, body: object, repeating: Repeating): GatewayRequest {
  const bodyText = writeJson(body);
  const hashing = hashBody(bodyText);
  if (hashing.kind === 'refused') throw localRefusal('INVALID_REQUEST', hashing.path, hashing.reason);
  return { method: 'POST', path, bodyText, bodyHash: hashing.bodyHash, repeating };
}
