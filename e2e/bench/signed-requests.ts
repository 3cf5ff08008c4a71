import { type KeyObject, randomBytes } from 'node:crypto';
import { hashCanonicalBody, readSignedBody, signRequest, stringToSign } from '@kassa/contracts';

export interface SignedRequest {
  readonly method: 'GET' | 'POST';
  /** With the query, if there is one. */
  readonly path: string;
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** Who signs requests, and where they go. */
export interface SigningMerchant {
  readonly merchantId: string;
  readonly privateKey: KeyObject;
}

const CREATE_PATH = '/api/merchant/payment/create';

/**
 * Creates and signs requests for different orders in advance, because an RSA signature takes longer than serving the request.
 */
export function signCreations(merchant: SigningMerchant, count: number): readonly SignedRequest[] {
  return Array.from({ length: count }, () =>
    signPost(merchant, CREATE_PATH, {
      merchant_transaction_id: `bench-${randomBytes(12).toString('hex')}`,
      amount: 10.5,
      currency_code: 'USD',
      redirect_url: 'https://shop.example/thanks',
      description: 'Benchmark order',
      products: [{ product_id: 'p1', name: 'Coffee beans, 1 kg', price: 10.5, quantity: 1 }],
      customer: { full_name: 'Ann' },
    }),
  );
}

export function signPost(merchant: SigningMerchant, path: string, message: object): SignedRequest {
  const body = JSON.stringify(message);
  const reading = readSignedBody(Buffer.from(body));
  if (reading.kind === 'refused') throw new Error(reading.reason);
  const headers = signHeaders(merchant, ['POST', path, '', hashCanonicalBody(reading.body.canonical)]);
  return { method: 'POST', path, body, headers };
}

/** @param query without `?`, its parameters in ascending order and encoded */
export function signGet(merchant: SigningMerchant, path: string, query = ''): SignedRequest {
  const headers = signHeaders(merchant, ['GET', path, query, '']);
  return { method: 'GET', path: query === '' ? path : `${path}?${query}`, body: null, headers };
}

function signHeaders(
  { merchantId, privateKey }: SigningMerchant,
  [method, path, query, bodyHash]: [method: string, path: string, query: string, bodyHash: string],
): Readonly<Record<string, string>> {
  const timestamp = String(Date.now());
  const nonce = randomBytes(16).toString('hex');
  const lines = stringToSign({ method, path, query, bodyHash, timestamp, nonce });
  return {
    'content-type': 'application/json',
    'x-merchant-id': merchantId,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': signRequest(lines, privateKey),
  };
}
