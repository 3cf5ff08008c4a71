import { hashCanonicalBody, readSignedBody, sortQuery, stringToSign } from '@kassa/contracts';
import type { RequestTarget } from './request-target.ts';

/** All parts of a request that go into the six signed lines. */
export interface RequestToSign {
  readonly method: string;
  readonly target: RequestTarget;
  /** Undefined if the request has no body. */
  readonly body: Uint8Array | undefined;
  readonly timestamp: string;
  readonly nonce: string;
}

/** How the six lines are built. */
export interface RequestExplanation {
  readonly kind: 'explained';
  /** Null if the request has no body. */
  readonly canonicalBody: string | null;
  /** Empty if the request has no body. */
  readonly bodyHash: string;
  readonly sortedQuery: string;
  /** The six lines, joined for signing. */
  readonly lines: string;
}

/** A body that cannot be signed, because it is not strict JSON. The gateway would refuse it. */
export interface UnsignableBody {
  readonly kind: 'refused';
  readonly reason: string;
  /** The path of the invalid member; empty if the whole body is invalid. */
  readonly path: string;
}

export const lineNames = ['method', 'path', 'query', 'body hash', 'timestamp', 'nonce'] as const;

export function explainRequest(request: RequestToSign): RequestExplanation | UnsignableBody {
  const { method, target, body, timestamp, nonce } = request;
  let canonicalBody: string | null = null;
  if (body !== undefined) {
    const reading = readSignedBody(body);
    if (reading.kind === 'refused') return { kind: 'refused', reason: reading.reason, path: reading.path };
    canonicalBody = reading.body.canonical;
  }
  const bodyHash = canonicalBody === null ? '' : hashCanonicalBody(canonicalBody);
  const { path, query } = target;
  return {
    kind: 'explained',
    canonicalBody,
    bodyHash,
    sortedQuery: sortQuery(query),
    lines: stringToSign({ method, path, query, bodyHash, timestamp, nonce }),
  };
}
