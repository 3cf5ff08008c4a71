import { generateKeyPairSync, sign } from 'node:crypto';

export interface SelfSigned {
  readonly certificate: string;
  readonly key: string;
}

interface Wanted {
  readonly name?: string;
  readonly expiresAt?: Date;
}

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_ID = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

const ecdsaWithSha256 = der(SEQUENCE, der(OBJECT_ID, Buffer.from('2a8648ce3d040302', 'hex')));
const commonName = der(OBJECT_ID, Buffer.from('550403', 'hex'));
const subjectAltName = der(OBJECT_ID, Buffer.from('551d11', 'hex'));

/**
 * Makes a new key and a certificate for `localhost` and 127.0.0.1, signed by this key. Node.js itself can only read
 * certificates.
 */
export function selfSigned({
  name = 'Kassa test',
  expiresAt = new Date(Date.now() + 90 * 86_400_000),
}: Wanted = {}): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const fullName = der(SEQUENCE, der(SET, der(SEQUENCE, commonName, der(UTF8_STRING, Buffer.from(name)))));
  const validity = der(SEQUENCE, utcTime(new Date(Date.now() - 86_400_000)), utcTime(expiresAt));
  const names = der(
    SEQUENCE,
    der(DNS_NAME, Buffer.from('localhost')),
    der(IP_ADDRESS, Buffer.from([127, 0, 0, 1])),
  );
  const toBeSigned = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    ecdsaWithSha256,
    fullName,
    validity,
    fullName,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, der(SEQUENCE, der(SEQUENCE, subjectAltName, der(OCTET_STRING, names)))),
  );
  const signature = sign('sha256', toBeSigned, privateKey);
  const certificate = der(
    SEQUENCE,
    toBeSigned,
    ecdsaWithSha256,
    der(BIT_STRING, Buffer.from([0]), signature),
  );
  const base64 = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Encodes a value of ASN.1 by the distinguished encoding rules: its tag, its length and its content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const lengthBytes = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content]);
}

/** A time of the form `261126143000Z`. */
function utcTime(moment: Date): Buffer {
  const digits = moment.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return der(UTC_TIME, Buffer.from(digits.slice(2)));
}
