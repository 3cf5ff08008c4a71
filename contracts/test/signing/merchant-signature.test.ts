import { constants, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  hashCanonicalBody,
  isWithinTimestampWindow,
  noncePattern,
  readMerchantPublicKey,
  readSignedBody,
  signRequest,
  sortQuery,
  stringToSign,
  verifyRequest,
} from '../../src/index.ts';
import { loadVectors } from '../vectors/load-vectors.ts';

const vectors = loadVectors('merchant-signature');
const publicKey = createPublicKey(vectors.test_only_public_key_pem);
const ownPair = generateKeyPairSync('rsa', { modulusLength: 2048 });

function bodyHash(body: string | null): string {
  if (body === null) return '';
  const reading = readSignedBody(Buffer.from(body));
  if (reading.kind === 'refused') throw new Error(reading.reason);
  return hashCanonicalBody(reading.body.canonical);
}

function pemOf(key: KeyObject, type: 'spki' | 'pkcs1' = 'spki'): string {
  return key.export({ type, format: 'pem' }).toString();
}

describe('a signed request', () => {
  it.each(vectors.valid)('has the six lines of the vector "$name", which verify', (vector) => {
    const lines = stringToSign({ ...vector, bodyHash: bodyHash(vector.body) });
    expect(lines).toBe(vector.string_to_sign);
    expect(verifyRequest(lines, vector.signature, publicKey)).toBe(true);
  });

  it.each(vectors.invalid)('is refused as in the vector "$name"', (vector) => {
    expect(verifyRequest(vector.string_to_sign, vector.signature, publicKey)).toBe(false);
  });

  it.each(vectors.valid)('signed by a new key verifies with that key only: $name', (vector) => {
    const signature = signRequest(vector.string_to_sign, ownPair.privateKey);
    expect(verifyRequest(vector.string_to_sign, signature, ownPair.publicKey)).toBe(true);
    expect(verifyRequest(vector.string_to_sign, signature, publicKey)).toBe(false);
    expect(signRequest(vector.string_to_sign, ownPair.privateKey)).toBe(signature);
  });

  it('signed with RSA-PSS is refused', () => {
    const lines = 'POST\n/path\n\n\n1\nnonce';
    const padding = constants.RSA_PKCS1_PSS_PADDING;
    const signature = sign('sha256', Buffer.from(lines), { key: ownPair.privateKey, padding });
    expect(verifyRequest(lines, signature.toString('base64'), ownPair.publicKey)).toBe(false);
  });

  it('a signature of the wrong length is refused and causes no exception (fault 35)', () => {
    for (let bytes = 0; bytes <= 1_030; bytes += 1) {
      expect(verifyRequest('lines', Buffer.alloc(bytes, 1).toString('base64'), publicKey)).toBe(false);
    }
    expect(verifyRequest('lines', 'A'.repeat(1 << 20), publicKey)).toBe(false);
  });
});

describe('the query', () => {
  it.each(vectors.query_sorting)('is sorted as in the vector "$name"', ({ query, sorted }) => {
    expect(sortQuery(query)).toBe(sorted);
    expect(sortQuery(sorted)).toBe(sorted);
  });
});

describe('the timestamp and the nonce', () => {
  it.each(vectors.timestamps)('are judged as in the vector "$name"', ({ timestamp, now_ms, accepted }) => {
    expect(isWithinTimestampWindow(timestamp, now_ms)).toBe(accepted);
  });

  it.each(vectors.nonces)('are judged as in the vector "$name" of nonces', ({ nonce, accepted }) => {
    expect(noncePattern.test(nonce)).toBe(accepted);
  });
});

describe("a merchant's public key", () => {
  it('is read from PEM', () => {
    const reading = readMerchantPublicKey(pemOf(ownPair.publicKey));
    expect(reading.kind === 'read' && reading.key.equals(ownPair.publicKey)).toBe(true);
  });

  it('is read from PEM of PKCS #1, with white space around it and with other line breaks', () => {
    const pem = pemOf(ownPair.publicKey, 'pkcs1');
    expect(readMerchantPublicKey(pem).kind).toBe('read');
    expect(readMerchantPublicKey(`\n${pem.replaceAll('\n', '\r\n')}\r\n`).kind).toBe('read');
  });

  it('is refused with a word of warning when it is a private key', () => {
    const pem = ownPair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(readMerchantPublicKey(pem)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('private key'),
    });
  });

  it.each([
    ['1024 bits', pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey), '1024'],
    ['3072 bits', pemOf(generateKeyPairSync('rsa', { modulusLength: 3072 }).publicKey), '3072'],
    ['an elliptic curve', pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey), 'not an RSA'],
    ['Ed25519', pemOf(generateKeyPairSync('ed25519').publicKey), 'not an RSA'],
    ['RSA for PSS only', pemOf(generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).publicKey), 'RSA'],
    ['an exponent of 1', pemWithExponent('AQ'), 'exponent'],
    ['empty text', '', 'PEM'],
    ['no PEM', 'MIIB', 'PEM'],
    ['a damaged key', pemOf(ownPair.publicKey).replace('MIIB', 'MIIC'), 'PEM'],
    ['two keys in one text', pemOf(ownPair.publicKey).repeat(2), 'PEM'],
  ])('is refused with the reason: %s', (_name, pem, reason) => {
    expect(readMerchantPublicKey(pem)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(reason),
    });
  });
});

/** Returns the test's own public key with another exponent, given in Base64url. */
function pemWithExponent(exponent: string): string {
  const jwk = ownPair.publicKey.export({ format: 'jwk' });
  return pemOf(createPublicKey({ key: { ...jwk, e: exponent }, format: 'jwk' }));
}
