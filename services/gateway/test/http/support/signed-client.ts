import { type KeyObject, randomBytes } from 'node:crypto';
import {
  hashCanonicalBody,
  readSignedBody,
  signatureHeaders,
  signRequest,
  stringToSign,
} from '@kassa/contracts';
import { type EnvelopeAnswer, openEnvelope } from './envelope-answer.ts';
import { type HttpAnswer, send } from './http-call.ts';

/** What a test sends differently from an honest merchant. */
export interface Forgery {
  readonly timestamp?: string;
  readonly nonce?: string;
  readonly merchantId?: string;
  readonly privateKey?: KeyObject;
  /** Another instance of the gateway. */
  readonly baseUrl?: string;
  /** The path and query to sign, if they differ from those that are sent. */
  readonly signedTarget?: string;
  /** The body to sign, if it differs from the one that is sent. */
  readonly signedBody?: string;
  readonly signedMethod?: string;
  readonly alterSignature?: (signature: string) => string;
  /** Headers that are added last, so that they can replace any other header. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

/**
 * A merchant's client that signs requests by the rules of the interface alone, without the SDK. A test can forge every part of
 * a request.
 */
export class SignedClient {
  readonly merchantId: string;
  readonly privateKey: KeyObject;
  readonly #baseUrl: string;

  constructor(options: { merchantId: string; privateKey: KeyObject; baseUrl: string }) {
    this.merchantId = options.merchantId;
    this.privateKey = options.privateKey;
    this.#baseUrl = options.baseUrl;
  }

  async call(method: string, target: string, body?: unknown, forgery?: Forgery): Promise<EnvelopeAnswer> {
    return openEnvelope(await this.callRaw(method, target, body, forgery));
  }

  /** @param body text is sent as it is, everything else as its JSON */
  callRaw(method: string, target: string, body?: unknown, forgery: Forgery = {}): Promise<HttpAnswer> {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    return send(forgery.baseUrl ?? this.#baseUrl, {
      method,
      target,
      headers: this.headersFor(method, target, text, forgery),
      body: text,
    });
  }

  headersFor(method: string, target: string, text: string | undefined, forgery: Forgery = {}) {
    const timestamp = forgery.timestamp ?? String(Date.now());
    const nonce = forgery.nonce ?? newNonce();
    const [path = '', query = ''] = splitOnce(forgery.signedTarget ?? target, '?');
    const lines = stringToSign({
      method: forgery.signedMethod ?? method,
      path,
      query,
      bodyHash: bodyHashOf(forgery.signedBody ?? text),
      timestamp,
      nonce,
    });
    const signature = signRequest(lines, forgery.privateKey ?? this.privateKey);
    return {
      'content-type': 'application/json',
      [signatureHeaders.merchantId]: forgery.merchantId ?? this.merchantId,
      [signatureHeaders.timestamp]: timestamp,
      [signatureHeaders.nonce]: nonce,
      [signatureHeaders.signature]: forgery.alterSignature?.(signature) ?? signature,
      ...forgery.headers,
    };
  }
}

export function newNonce(): string {
  return randomBytes(12).toString('hex');
}

/** The gateway refuses a body that it cannot parse before it checks the signature, so any hash will do for such a body. */
function bodyHashOf(text: string | undefined): string {
  if (text === undefined) return '';
  const reading = readSignedBody(Buffer.from(text));
  return hashCanonicalBody(reading.kind === 'read' ? reading.body.canonical : '');
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
