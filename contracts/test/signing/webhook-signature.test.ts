import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import {
  generateWebhookSecret,
  hasWebhookSignature,
  signWebhook,
  webhookHeaders,
  webhookSecretKey,
} from '../../src/index.ts';
import { loadVectors } from '../vectors/load-vectors.ts';

const vectors = loadVectors('webhook-signature');

describe('a signed webhook', () => {
  it.each(vectors.signed)('has the header of the vector "$name", which verifies', (vector) => {
    const header = signWebhook(vector.id, Number(vector.timestamp), vector.body, vector.secrets);
    expect(header).toBe(vector.signature_header);
    expect(hasWebhookSignature(vector, header, vector.secrets)).toBe(true);
    expect(hasWebhookSignature({ ...vector, body: Buffer.from(vector.body) }, header, vector.secrets)).toBe(
      true,
    );
  });

  it.each(vectors.accepted)('is accepted as in the vector "$name"', (vector) => {
    expect(hasWebhookSignature(vector, vector.signature_header, vector.secrets)).toBe(true);
  });

  it.each(vectors.refused)('is refused as in the vector "$name"', (vector) => {
    expect(hasWebhookSignature(vector, vector.signature_header, vector.secrets)).toBe(false);
  });

  it('is refused by a receiver that has no secret', () => {
    const secret = generateWebhookSecret();
    const header = signWebhook('evt_1', 1_795_253_400, '{}', [secret]);
    expect(hasWebhookSignature({ id: 'evt_1', timestamp: '1795253400', body: '{}' }, header, [])).toBe(false);
  });

  it('is never sent without a signature', () => {
    expect(() => signWebhook('evt_1', 1_795_253_400, '{}', [])).toThrow(TypeError);
  });
});

describe('a webhook secret', () => {
  it.each(vectors.secrets_accepted)('is read as in the vector "$name"', ({ secret, key_hex }) => {
    expect(webhookSecretKey(secret).toString('hex')).toBe(key_hex);
  });

  it.each(vectors.secrets_refused)('is refused as in the vector "$name"', ({ secret }) => {
    expect(() => webhookSecretKey(secret)).toThrow(TypeError);
    const message = { id: 'evt_1', timestamp: '1795253400', body: '{}' };
    expect(() => signWebhook('evt_1', 1_795_253_400, '{}', [secret])).toThrow(TypeError);
    expect(() => hasWebhookSignature(message, '', [secret])).toThrow(TypeError);
  });

  it('is new each time, with 32 bytes', () => {
    const secrets = Array.from({ length: 100 }, generateWebhookSecret);
    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) expect(webhookSecretKey(secret)).toHaveLength(32);
  });

  it('is not quoted in the message that refuses it', () => {
    expect(() => webhookSecretKey('whsec_c2VjcmV0')).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('c2VjcmV0') }),
    );
  });
});

describe('the package standardwebhooks', () => {
  const body = fc.oneof(fc.json(), fc.string({ unit: 'binary' }));
  const id = fc.stringMatching(/^evt_[0-9a-f]{32}_[0-9]{1,6}$/);

  it('verifies what is signed here, by the old and by the new secret', () => {
    fc.assert(
      fc.property(id, fc.json(), (eventId, payload) => {
        const seconds = Math.floor(Date.now() / 1000);
        const secrets = [generateWebhookSecret(), generateWebhookSecret()];
        const headers = {
          [webhookHeaders.id]: eventId,
          [webhookHeaders.timestamp]: String(seconds),
          [webhookHeaders.signature]: signWebhook(eventId, seconds, payload, secrets),
        };
        for (const secret of secrets) {
          expect(new Webhook(secret).verify(payload, headers)).toEqual(JSON.parse(payload));
        }
        expect(() => new Webhook(generateWebhookSecret()).verify(payload, headers)).toThrow();
      }),
    );
  });

  it('signs what is verified here', () => {
    fc.assert(
      fc.property(id, body, (eventId, payload) => {
        const secret = generateWebhookSecret();
        const header = new Webhook(secret).sign(eventId, new Date(1_795_253_400_000), payload);
        const message = { id: eventId, timestamp: '1795253400', body: payload };
        expect(hasWebhookSignature(message, header, [secret])).toBe(true);
        expect(hasWebhookSignature({ ...message, body: `${payload} ` }, header, [secret])).toBe(false);
      }),
    );
  });
});
