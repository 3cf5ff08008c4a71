import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { signRequest } from '@kassa/contracts';

/**
 * A callback that signs with a key that never leaves an HSM or KMS. It receives the UTF-8 bytes of the six lines of text that a
 * request's signature covers. It resolves to the raw signature, RSASSA-PKCS1-v1_5 with SHA-256: AWS KMS calls this
 * `RSASSA_PKCS1_V1_5_SHA_256`, Google Cloud KMS `RSA_SIGN_PKCS1_2048_SHA256`.
 */
export type SignCallback = (lines: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** The merchant's private key: PEM text, a KeyObject, a PEM file, or a callback that signs elsewhere. */
export type PrivateKeySource = string | KeyObject | { readonly file: string } | SignCallback;

/** Signs the six lines of text that a request's signature covers, and returns the value of the header `X-Signature`. */
export type LineSigner = (lines: string) => string | Promise<string>;

const REQUIRED_BITS = 2048;

/**
 * Returns a function that signs with the given private key, whichever of the four supported kinds of key source is given. The
 * key stays in a closure and never becomes a property, so that it cannot appear in inspections, logs or serialised data.
 *
 * @throws {TypeError} when the key is not an RSA private key of 2048 bits; the message never quotes the key
 */
export function readSigningKey(source: PrivateKeySource): LineSigner {
  if (typeof source === 'function') {
    return async (lines) => encodeSignature(await source(Buffer.from(lines, 'utf8')));
  }
  const key = checkKey(readKeyObject(source));
  return (lines) => signRequest(lines, key);
}

function encodeSignature(signature: unknown): string {
  if (signature instanceof Uint8Array && signature.length > 0)
    return Buffer.from(signature).toString('base64');
  throw new TypeError('The privateKey callback must resolve to the raw signature as a Uint8Array.');
}

function readKeyObject(source: string | KeyObject | { readonly file: string }): KeyObject {
  if (typeof source === 'string') return readPem(source);
  if (typeof source !== 'object' || source === null) throw new TypeError(EXPECTED_FORMS);
  if ('file' in source) return readPem(readFileSync(source.file, 'utf8'));
  if ('asymmetricKeyType' in source) return source;
  throw new TypeError(EXPECTED_FORMS);
}

const EXPECTED_FORMS =
  'privateKey must be PEM text, a KeyObject, { file: "path" } or a callback that signs; see the README.';

function readPem(text: string): KeyObject {
  // A PEM text from an environment variable often contains the two characters `\n` where a line break belongs. Turn them into
  // line breaks.
  const pem = text.replaceAll('\\n', '\n');
  if (!pem.includes('-----BEGIN')) {
    throw new TypeError(
      'privateKey holds no PEM ("-----BEGIN PRIVATE KEY-----"). To read a file, pass { file: "path" }.',
    );
  }
  if (pem.includes('-----BEGIN PUBLIC KEY-----')) {
    throw new TypeError('privateKey is a public key. Upload the public key, and sign with the private key.');
  }
  if (pem.includes('ENCRYPTED')) {
    throw new TypeError(
      'The private key is encrypted. Pass crypto.createPrivateKey({ key, passphrase }) instead.',
    );
  }
  try {
    return createPrivateKey(pem);
  } catch {
    // Do not show the crypto library's error, because it could contain details of the key.
    throw new TypeError('privateKey is damaged: the PEM cannot be read as a private key.');
  }
}

function checkKey(key: KeyObject): KeyObject {
  if (key.type !== 'private') throw new TypeError(`privateKey is a ${key.type} key, not a private one.`);
  if (key.asymmetricKeyType !== 'rsa') throw new TypeError('privateKey must be an RSA key.');
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (bits !== REQUIRED_BITS) {
    throw new TypeError(`privateKey must have ${REQUIRED_BITS} bits, but has ${bits}.`);
  }
  return key;
}
