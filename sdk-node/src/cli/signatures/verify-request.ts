import { createHash, type KeyObject } from 'node:crypto';
import {
  decodeStrictBase64,
  verifyRequest as hasSignature,
  noncePattern,
  signatureHeaders,
  TIMESTAMP_WINDOW_MS,
  timestampPattern,
} from '@kassa/contracts';
import { spokenAge } from '../output/spoken-age.ts';
import { explainRequest, lineNames, type RequestExplanation } from './explain-request.ts';
import { type Finding, fails, holds } from './finding.ts';
import type { GivenHeaders } from './given-headers.ts';
import { findMistake } from './known-mistakes.ts';
import type { RequestTarget } from './request-target.ts';

export interface GivenRequest {
  readonly method: string;
  readonly target: RequestTarget;
  readonly body: Uint8Array | undefined;
  readonly headers: GivenHeaders;
  readonly publicKey: KeyObject;
  /** The six lines as the user's own code built them, for comparison; undefined if the user gave none. */
  readonly otherLines: string | undefined;
  /** When the request arrived at the server, in Unix milliseconds. */
  readonly atMs: number;
}

export interface RequestVerification {
  readonly isValid: boolean;
  /** In the order of the gateway's checks. */
  readonly findings: readonly Finding[];
  /** Null if the body cannot be signed. */
  readonly explanation: RequestExplanation | null;
}

/** Verifies a signed request as the gateway does, and says which check failed. */
export function verifyRequest(request: GivenRequest): RequestVerification {
  const { method, target, body, headers } = request;
  const timestamp = headers.get(signatureHeaders.timestamp.toLowerCase()) ?? '';
  const nonce = headers.get(signatureHeaders.nonce.toLowerCase()) ?? '';
  const signature = headers.get(signatureHeaders.signature.toLowerCase()) ?? '';
  const merchantId = headers.get(signatureHeaders.merchantId.toLowerCase()) ?? '';
  const findings = [
    merchantId === '' ? missing(signatureHeaders.merchantId) : holds(signatureHeaders.merchantId, merchantId),
    judgeTimestamp(timestamp, request.atMs),
    judgeNonce(nonce),
  ];
  const toSign = { method, target, body, timestamp, nonce };
  const explanation = explainRequest(toSign);
  if (explanation.kind === 'refused') {
    const place = explanation.path === '' ? '' : `${explanation.path}: `;
    findings.push(
      fails(
        'Body',
        `${place}${explanation.reason}`,
        'The gateway refuses this body regardless of its signature.',
      ),
    );
    return { isValid: false, findings, explanation: null };
  }
  if (body !== undefined) findings.push(holds('Body', 'can be signed'));
  if (request.otherLines !== undefined) findings.push(compareLines(explanation.lines, request.otherLines));
  if (signature === '') findings.push(missing(signatureHeaders.signature));
  else findings.push(judgeSignature(toSign, explanation, signature, request.publicKey));
  return { isValid: findings.every((finding) => finding.holds), findings, explanation };
}

function missing(name: string): Finding {
  return fails(name, 'is missing', 'The gateway refuses a request without this header.');
}

function judgeTimestamp(timestamp: string, atMs: number): Finding {
  const name = signatureHeaders.timestamp;
  if (timestamp === '') return missing(name);
  if (!timestampPattern.test(timestamp)) {
    return fails(name, `"${timestamp}" is not a time in Unix milliseconds`, 'Send 13 digits.');
  }
  const offMs = Number(timestamp) - atMs;
  if (Math.abs(offMs) <= TIMESTAMP_WINDOW_MS) return holds(name, `${timestamp}, ${spokenAge(offMs)}`);
  return fails(
    name,
    `${timestamp} is ${spokenAge(offMs)}; two minutes are allowed (TIMESTAMP_EXPIRED)`,
    'Check the sender’s clock. If the request arrived earlier, give the time of its arrival with --at.',
  );
}

function judgeNonce(nonce: string): Finding {
  const name = signatureHeaders.nonce;
  if (nonce === '') return missing(name);
  if (noncePattern.test(nonce)) return holds(name, nonce);
  return fails(
    name,
    `"${nonce}" is not a nonce`,
    'Send a nonce of 8 to 64 characters. Allowed are A-Z, a-z, 0-9, _ and -.',
  );
}

function compareLines(ours: string, theirs: string): Finding {
  const part = 'Lines given';
  const ourLines = ours.split('\n');
  const theirLines = theirs.split('\n');
  for (let index = 0; index < Math.max(ourLines.length, theirLines.length); index += 1) {
    const [our, their] = [ourLines[index], theirLines[index]];
    if (our === their) continue;
    const name = lineNames[index] ?? 'no such line';
    return fails(
      part,
      `line ${index + 1} (${name}) differs: yours is "${their ?? '(missing)'}", but "${our ?? '(missing)'}" is right`,
      'Fix the code that builds this signed line.',
    );
  }
  return holds(part, 'are the same');
}

function judgeSignature(
  request: Parameters<typeof findMistake>[0],
  explanation: RequestExplanation,
  signature: string,
  publicKey: KeyObject,
): Finding {
  const name = signatureHeaders.signature;
  if (decodeStrictBase64(signature) === undefined) {
    return fails(
      name,
      'is not standard Base64',
      'Encode the signature in the Base64 alphabet with + and /, with padding and without line breaks.',
    );
  }
  if (hasSignature(explanation.lines, signature, publicKey)) {
    return holds(name, `The signature is valid for the key ${fingerprintOf(publicKey)}`);
  }
  const mistake = findMistake(request, explanation, signature, publicKey);
  if (mistake !== undefined) return fails(name, `The signature is not valid. ${mistake.was}`, mistake.mend);
  return fails(
    name,
    `The signature is not valid for the key ${fingerprintOf(publicKey)}`,
    'No common mistake explains the wrong signature. Compare the six lines above with your own, byte by byte. Check that the public key belongs to the private key that signed.',
  );
}

/** The short fingerprint of a key, as the gateway shows it. It is the beginning of the SHA-256 of the public key in DER. */
function fingerprintOf(publicKey: KeyObject): string {
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return `${createHash('sha256').update(der).digest('hex').slice(0, 16)}…`;
}
