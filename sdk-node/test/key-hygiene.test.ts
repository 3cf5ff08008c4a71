import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Kassa, Webhooks } from '../src/index.ts';
import { signTestEvent } from '../src/testing/index.ts';
import { FakeGateway, failure, merchantId, merchantKeys } from './support/fake-gateway.ts';
import { payment, rejectionOf } from './support/sample-calls.ts';

const pem = merchantKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
/** A part from the middle of the key, by which the key can be recognised in any output. */
const stretch = pem.split('\n')[5] ?? '';
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

function shownForms(value: unknown): string {
  const seen = { depth: null, showHidden: true, getters: true } as const;
  return [inspect(value, seen), JSON.stringify(value), String(value)].join('\n');
}

describe('secrets', () => {
  it('of a client do not appear when it is inspected', () => {
    const kassa = new Kassa({ merchantId, privateKey: pem, baseUrl: 'https://pay.example' });
    expect(stretch).toHaveLength(64);
    expect(shownForms(kassa)).not.toContain(stretch);
    expect(shownForms(kassa)).not.toContain('PrivateKeyObject');
    expect(inspect(kassa).replace(/\s+/g, ' ')).toBe(
      'Kassa { payments: Payments {}, refunds: Refunds {}, orders: Orders {}, reports: Reports {}, events: Events {}, sandbox: Sandbox {} }',
    );
  });

  it('of a webhook verifier appear neither when it is inspected nor in its errors', () => {
    const webhooks = new Webhooks({ secrets: [secret] });
    const { rawBody, headers } = signTestEvent({ secret, event_type: 'order.payment.succeeded' });
    expect(shownForms(webhooks)).not.toContain(secret.slice(6, 30));
    let error: unknown;
    try {
      webhooks.verify(`${rawBody} `, headers);
    } catch (caught) {
      error = caught;
    }
    expect(error).toMatchObject({ reason: 'no_matching_signature' });
    expect(shownForms(error)).not.toContain(secret.slice(6, 30));
  });

  it('appear in no error of a call', async () => {
    const gateway = await FakeGateway.start();
    const kassa = gateway.kassa({ privateKey: pem, maxRetries: 0 });
    gateway.answerWith(failure('INVALID_SIGNATURE', { debug: { string_to_sign: 'x' } }));
    const refused = await rejectionOf(kassa.payments.create(payment));
    await gateway.stop();
    const unreached = await rejectionOf(kassa.payments.create(payment));
    for (const error of [refused, unreached]) {
      expect(shownForms(error)).not.toContain(stretch);
      expect(shownForms(error)).not.toContain('PrivateKeyObject');
    }
  });

  it('appear in no error about a key that cannot be read', () => {
    const damaged = pem.replace('-----END', '????-----END');
    try {
      new Kassa({ merchantId, privateKey: damaged, baseUrl: 'https://pay.example' });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
      expect(shownForms(error)).not.toContain(stretch);
    }
  });
});
