import { type KeyObject, randomBytes } from 'node:crypto';
import { hashCanonicalBody, readSignedBody, signRequest, stringToSign } from '@kassa/contracts';

export interface SignedRequest {
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

const CREATE_PATH = '/api/merchant/payment/create';

/**
 * Creates and signs requests for different orders in advance, because an RSA signature takes longer than serving the request.
 */
export function signCreations(
  merchantId: string,
  privateKey: KeyObject,
  count: number,
): readonly SignedRequest[] {
  return Array.from({ length: count }, () => signCreation(merchantId, privateKey));
}

function signCreation(merchantId: string, privateKey: KeyObject): SignedRequest {
  const body = JSON.stringify({
    merchant_transaction_id: `bench-${randomBytes(12).toString('hex')}`,
    amount: 10.5,
    currency_code: 'USD',
    redirect_url: 'https://shop.example/thanks',
    description: 'Benchmark order',
    products: [{ product_id: 'p1', name: 'Coffee beans, 1 kg', price: 10.5, quantity: 1 }],
    customer: { full_name: 'Ann' },
  });
  return { path: CREATE_PATH, body, headers: signHeaders(merchantId, privateKey, 'POST', CREATE_PATH, body) };
}

function signHeaders(
  merchantId: string,
  privateKey: KeyObject,
  method: string,
  path: string,
  body: string,
): Readonly<Record<string, string>> {
  const reading = readSignedBody(Buffer.from(body));
  if (reading.kind === 'refused') throw new Error(reading.reason);
  const timestamp = String(Date.now());
  const nonce = randomBytes(16).toString('hex');
  const lines = stringToSign({
    method,
    path,
    query: '',
    bodyHash: hashCanonicalBody(reading.body.canonical),
    timestamp,
    nonce,
  });
  return {
    'content-type': 'application/json',
    'x-merchant-id': merchantId,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': signRequest(lines, privateKey),
  };
}
