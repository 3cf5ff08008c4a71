import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { SecretCipher } from '../../src/adapters/outbound/mongo/secret-cipher.ts';

const cipher = new SecretCipher([randomBytes(32)]);
const text = cipher.encrypt('whsec_secret', 'mer_1');

test('a secret can be decrypted for its owner, and each encryption of it differs', () => {
  expect(cipher.decrypt(text, 'mer_1')).toBe('whsec_secret');
  expect(cipher.encrypt('whsec_secret', 'mer_1')).not.toBe(text);
  expect(text).not.toContain('whsec');
});

test('after a rotation, the first key encrypts, and what an older key encrypted can still be decrypted', () => {
  const [old, current] = [randomBytes(32), randomBytes(32)];
  const before = new SecretCipher([old]).encrypt('whsec_secret', 'mer_1');
  const rotated = new SecretCipher([current, old]);
  expect(rotated.decrypt(before, 'mer_1')).toBe('whsec_secret');
  expect(() => rotated.decrypt(before, 'mer_2')).toThrow();
  const after = rotated.encrypt('whsec_secret', 'mer_1');
  expect(new SecretCipher([current]).decrypt(after, 'mer_1')).toBe('whsec_secret');
  expect(() => new SecretCipher([old]).decrypt(after, 'mer_1')).toThrow();
});

test.each([
  ['another owner', () => cipher.decrypt(text, 'mer_2')],
  ['another key', () => new SecretCipher([randomBytes(32)]).decrypt(text, 'mer_1')],
  [
    'a changed text',
    () => cipher.decrypt(`${text.slice(0, -5)}${text.at(-5) === 'A' ? 'B' : 'A'}${text.slice(-4)}`, 'mer_1'),
  ],
  [
    'a text cut short',
    () => cipher.decrypt(Buffer.from(text, 'base64').subarray(0, 20).toString('base64'), 'mer_1'),
  ],
  ['nothing', () => cipher.decrypt('', 'mer_1')],
])('a secret does not come back for %s', (_case, decrypt) => {
  expect(decrypt).toThrow();
});
