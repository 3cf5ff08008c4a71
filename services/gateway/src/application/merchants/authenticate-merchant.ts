import {
  hashCanonicalBody,
  isWithinTimestampWindow,
  type MerchantState,
  noncePattern,
  readSignedBody,
  type SignedBody,
  signatureHeaders,
  stringToSign,
  timestampPattern,
  verifyRequest,
} from '@kassa/contracts';
import type { Environment } from '../../domain/environment.ts';
import { isAddressAllowed } from '../../domain/merchant/ip-allow-list.ts';
import type { Merchant } from '../../domain/merchant/merchant.ts';
import { activeKeys } from '../../domain/merchant/merchant-keys.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MerchantRepository } from '../../ports/merchant-repository.ts';
import type { NonceStore } from '../../ports/nonce-store.ts';
import { type Refusal, refuse } from '../refusal.ts';

export interface MerchantCall {
  readonly method: string;
  /** The path of the request as it was sent, without the query. */
  readonly path: string;
  /** As sent, without `?`. */
  readonly query: string;
  readonly merchantId: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: string;
  /** The bytes of the request's body; undefined if the request has no body. */
  readonly body: Uint8Array | undefined;
  readonly clientAddress: string;
}

export interface AuthenticatedCall {
  readonly kind: 'authenticated';
  readonly merchant: Merchant;
  readonly body: SignedBody | undefined;
}

interface Dependencies {
  readonly merchants: MerchantRepository;
  readonly nonces: NonceStore;
  readonly clock: Clock;
  readonly environment: Environment;
}

/**
 * Checks that a call really comes from the merchant that it names. The cheapest check comes first. The last check uses up the
 * call's nonce, which is a write to the database. So a forged call never uses up a nonce.
 */
export class AuthenticateMerchant {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async execute(call: MerchantCall): Promise<AuthenticatedCall | Refusal> {
    const malformed = refuseMalformedHeaders(call);
    if (malformed !== undefined) return malformed;
    const realNow = this.#deps.clock.realNow();
    if (!isWithinTimestampWindow(call.timestamp, realNow.getTime())) {
      return refuse(
        'TIMESTAMP_EXPIRED',
        `X-Timestamp is more than two minutes off; the server's time is ${realNow.getTime()}. Check your clock and sign again.`,
      );
    }

    const reading = call.body === undefined ? undefined : readSignedBody(call.body);
    if (reading?.kind === 'refused') {
      return refuse('INVALID_REQUEST', `The body cannot be read: ${reading.reason}.`, [
        { path: reading.path, message: reading.reason },
      ]);
    }
    const body = reading?.body;
    const lines = stringToSign({
      method: call.method,
      path: call.path,
      query: call.query,
      bodyHash: body === undefined ? '' : hashCanonicalBody(body.canonical),
      timestamp: call.timestamp,
      nonce: call.nonce,
    });
    const merchant = await this.#deps.merchants.find(call.merchantId);
    if (merchant === undefined || !isSignedBy(merchant, lines, call.signature)) {
      return this.#invalidSignature(lines);
    }
    if (!isAddressAllowed(merchant.ipAllowList, call.clientAddress)) {
      return refuse(
        'IP_NOT_ALLOWED',
        `The address ${call.clientAddress} is not on the merchant's allow-list.`,
      );
    }
    if (merchant.state !== 'active') return refuse('MERCHANT_DISABLED', closedAccountTexts[merchant.state]);
    if ((await this.#deps.nonces.spend(merchant.merchantId, call.nonce, realNow)) === 'used') {
      return refuse('BUSY', 'This nonce was used within the last five minutes. Sign again with a new one.');
    }
    return { kind: 'authenticated', merchant, body };
  }

  /**
   * Returns the refusal of a wrong signature. A call that names an unknown merchant gets the same answer, so that the answer
   * does not reveal which merchants exist.
   */
  #invalidSignature(lines: string): Refusal {
    const refusal = refuse(
      'INVALID_SIGNATURE',
      'The signature does not verify. Check X-Merchant-Id, that its public key is uploaded, that the six lines are joined by \\n without one at the end, and that the fourth is the SHA-256 of the canonical body, not of the raw one.',
    );
    return this.#deps.environment === 'sandbox' ? { ...refusal, stringToSign: lines } : refusal;
  }
}

function isSignedBy(merchant: Merchant, lines: string, signature: string): boolean {
  return activeKeys(merchant).some(({ key }) => verifyRequest(lines, signature, key));
}

const closedAccountTexts: Readonly<Record<Exclude<MerchantState, 'active'>, string>> = {
  pending:
    'The signature is right. The merchant account still waits for the operator’s approval for production.',
  disabled: 'The merchant account is switched off. Contact the operator.',
};

const strictBase64 = /^(?:[A-Za-z0-9+/]{4}){1,256}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function refuseMalformedHeaders(call: MerchantCall): Refusal | undefined {
  const faults = [
    { path: signatureHeaders.merchantId, isFine: call.merchantId !== '', message: 'is required' },
    {
      path: signatureHeaders.timestamp,
      isFine: timestampPattern.test(call.timestamp),
      message: 'must be Unix milliseconds, 13 digits',
    },
    {
      path: signatureHeaders.nonce,
      isFine: noncePattern.test(call.nonce),
      message: 'must be 8 to 64 of A-Z, a-z, 0-9, _ and -',
    },
    {
      path: signatureHeaders.signature,
      isFine: strictBase64.test(call.signature),
      message: 'must be standard Base64 with padding',
    },
  ].filter((fault) => !fault.isFine);
  if (faults.length === 0) return undefined;
  return refuse(
    'INVALID_SIGNATURE',
    'A signature header is missing or malformed.',
    faults.map(({ path, message }) => ({ path, message })),
  );
}
