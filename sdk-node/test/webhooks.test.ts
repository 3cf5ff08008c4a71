import { eventTypes, generateWebhookSecret, signWebhook } from '@kassa/contracts';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { type WebhookHeaders, Webhooks } from '../src/index.ts';
import { type SignedTestEvent, signTestEvent } from '../src/testing/index.ts';

const secret = generateWebhookSecret();
const otherSecret = generateWebhookSecret();
const webhooks = new Webhooks({ secrets: [secret] });
const signed = signTestEvent({ secret, event_type: 'order.payment.succeeded' });

/** Signs any text as an event is signed. */
function signText(rawBody: string, id = 'evt_1') {
  const seconds = Math.floor(Date.now() / 1000);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signWebhook(id, seconds, rawBody, [secret]),
  };
}

function refusalOf(rawBody: string | Uint8Array, headers: WebhookHeaders, verifier = webhooks): unknown {
  try {
    verifier.verify(rawBody, headers);
  } catch (error) {
    expect(error).toMatchObject({ name: 'WebhookVerificationError', code: 'WEBHOOK_REFUSED' });
    return (error as { reason: unknown }).reason;
  }
  throw new Error('It was accepted, though it should have been refused.');
}

const aged = (seconds: number): SignedTestEvent<'order.payment.succeeded'> =>
  signTestEvent({
    secret,
    event_type: 'order.payment.succeeded',
    signedAt: new Date(Date.now() - seconds * 1000),
  });

describe('a genuine event is accepted', () => {
  it.each(eventTypes)('%s', (event_type) => {
    const { rawBody, headers, event } = signTestEvent({ secret, event_type });
    expect(webhooks.verify(rawBody, headers)).toEqual(event);
  });

  const bytes = Buffer.from(signed.rawBody);
  const padded = Buffer.concat([Buffer.from('xx'), bytes, Buffer.from('yy')]);
  it.each<[string, string | Uint8Array]>([
    ['text', signed.rawBody],
    ['a Buffer', bytes],
    ['a Uint8Array', new Uint8Array(bytes)],
    ['a view into a larger buffer', padded.subarray(2, 2 + bytes.length)],
  ])('with its body as %s', (_, rawBody) => {
    expect(webhooks.verify(rawBody, signed.headers)).toEqual(signed.event);
  });

  const pairs = Object.entries(signed.headers);
  it.each<[string, WebhookHeaders]>([
    ['a plain object', signed.headers],
    ['capital letters', Object.fromEntries(pairs.map(([name, value]) => [name.toUpperCase(), value]))],
    ['values in arrays', Object.fromEntries(pairs.map(([name, value]) => [name, [value]]))],
    ['Headers', new Headers({ ...signed.headers })],
    ['a Map', new Map(pairs) as unknown as Headers],
    ['pairs', pairs],
    ['rawHeaders', pairs.flat()],
  ])('with its headers as %s', (_, headers) => {
    expect(webhooks.verify(signed.rawBody, headers)).toEqual(signed.event);
  });

  it('if it is signed with either of two secrets', () => {
    for (const secrets of [
      [secret, otherSecret],
      [otherSecret, secret],
    ]) {
      expect(new Webhooks({ secrets }).verify(signed.rawBody, signed.headers)).toEqual(signed.event);
    }
  });

  it('if it has signatures of two secrets and this side knows one', () => {
    const signature = `v1,${Buffer.alloc(32).toString('base64')} ${signed.headers['webhook-signature']} v1a,x`;
    const headers = { ...signed.headers, 'webhook-signature': signature };
    expect(webhooks.verify(signed.rawBody, headers)).toEqual(signed.event);
  });

  it('at both ends of the tolerance', () => {
    for (const seconds of [298, -298]) {
      const { rawBody, headers, event } = aged(seconds);
      expect(webhooks.verify(rawBody, headers)).toEqual(event);
    }
  });

  it('of a type that a newer gateway introduced, with unknown members', () => {
    const event = { event_type: 'order.mandate.created', event_id: 'evt_1', data: { news: 1 }, later: true };
    const rawBody = JSON.stringify(event);
    expect(webhooks.verify(rawBody, signText(rawBody))).toEqual(event);
  });
});

describe('anything else is refused', () => {
  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('without %s', (name) => {
    const { [name]: _, ...headers } = signed.headers;
    expect(refusalOf(signed.rawBody, headers)).toBe('missing_header');
    expect(refusalOf(signed.rawBody, { ...headers, [name]: '' })).toBe('missing_header');
    expect(refusalOf(signed.rawBody, new Headers(headers))).toBe('missing_header');
  });

  it('with a duplicate header', () => {
    const twice = [...Object.entries(signed.headers), ['Webhook-Id', 'evt_2'] as const];
    expect(refusalOf(signed.rawBody, twice)).toBe('malformed_header');
  });

  it.each(['now', '-1', '1e9', '1.5', ' 1', '0x10', '9999999999999'])('with the time %j', (timestamp) => {
    const headers = { ...signed.headers, 'webhook-timestamp': timestamp };
    expect(refusalOf(signed.rawBody, headers)).toBe('malformed_header');
  });

  it.each([
    [302, 'timestamp_too_old'],
    [90_000, 'timestamp_too_old'],
    [-302, 'timestamp_too_new'],
    [-90_000, 'timestamp_too_new'],
  ])('%i seconds old: %s', (seconds, reason) => {
    const { rawBody, headers } = aged(seconds);
    expect(refusalOf(rawBody, headers)).toBe(reason);
  });

  it('beyond a custom tolerance', () => {
    const strict = new Webhooks({ secrets: [secret], toleranceSeconds: 10 });
    const { rawBody, headers } = aged(12);
    expect(refusalOf(rawBody, headers, strict)).toBe('timestamp_too_old');
  });

  const forgeries: [string, (s: typeof signed) => [string, Record<string, string>]][] = [
    ['another body', (s) => [s.rawBody.replace('"amount":10', '"amount":11'), { ...s.headers }]],
    ['a body written again', (s) => [JSON.stringify(JSON.parse(s.rawBody), null, 1), { ...s.headers }]],
    ['another ID', (s) => [s.rawBody, { ...s.headers, 'webhook-id': 'evt_2' }]],
    [
      'another time',
      (s) => [
        s.rawBody,
        { ...s.headers, 'webhook-timestamp': String(Number(s.headers['webhook-timestamp']) + 1) },
      ],
    ],
    [
      'the signature of another version',
      (s) => [
        s.rawBody,
        { ...s.headers, 'webhook-signature': `v2,${s.headers['webhook-signature']?.slice(3)}` },
      ],
    ],
    [
      'a signature cut short',
      (s) => [
        s.rawBody,
        { ...s.headers, 'webhook-signature': s.headers['webhook-signature']?.slice(0, 20) ?? '' },
      ],
    ],
    ['an empty signature', (s) => [s.rawBody, { ...s.headers, 'webhook-signature': 'v1,' }]],
  ];
  it.each(forgeries)('with %s', (_, forge) => {
    expect(refusalOf(...forge(signed))).toBe('no_matching_signature');
  });

  it('signed with somebody else’s secret', () => {
    const verifier = new Webhooks({ secrets: [otherSecret] });
    expect(refusalOf(signed.rawBody, signed.headers, verifier)).toBe('no_matching_signature');
  });

  it('that is signed but is not JSON', () => {
    expect(refusalOf('{"event_type"', signText('{"event_type"'))).toBe('not_json');
    expect(refusalOf('', signText(''))).toBe('not_json');
  });

  it.each(['null', '[]', '1', '{}', '{"event_type":"x","event_id":"y","data":null}'])(
    'that is signed but is not an event: %s',
    (rawBody) => {
      expect(refusalOf(rawBody, signText(rawBody))).toBe('not_an_event');
    },
  );

  it('whose body was already parsed, and says how to get the raw body', () => {
    const parsed = JSON.parse(signed.rawBody);
    expect(refusalOf(parsed, signed.headers)).toBe('body_not_raw');
    expect(() => webhooks.verify(parsed, signed.headers)).toThrow(/before any JSON middleware/);
  });
});

describe('settings that would weaken the checks are refused', () => {
  it.each<[string, ConstructorParameters<typeof Webhooks>[0]]>([
    ['no secrets', { secrets: [] }],
    ['secrets left out', {} as { secrets: string[] }],
    ['one text instead of a list', { secrets: secret as unknown as string[] }],
    ['an empty secret', { secrets: [secret, ''] }],
    ['a short secret', { secrets: ['whsec_c2hvcnQ='] }],
    ['a secret without its prefix', { secrets: [secret.slice(6)] }],
    ['a tolerance of zero', { secrets: [secret], toleranceSeconds: 0 }],
    ['an endless tolerance', { secrets: [secret], toleranceSeconds: Number.POSITIVE_INFINITY }],
    ['a tolerance that is no number', { secrets: [secret], toleranceSeconds: Number.NaN }],
    ['a tolerance in milliseconds', { secrets: [secret], toleranceSeconds: 300_000 }],
  ])('%s', (_, options) => {
    expect(() => new Webhooks(options)).toThrow(TypeError);
  });
});

describe('the standardwebhooks library', () => {
  it('verifies what signTestEvent signs', () => {
    expect(new Webhook(secret).verify(signed.rawBody, { ...signed.headers })).toEqual(signed.event);
  });

  it('signs what this verifier accepts', () => {
    const rawBody = JSON.stringify({ ...signed.event, note: 'Grüße 🙂' });
    const now = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', now, rawBody),
    };
    expect(webhooks.verify(rawBody, headers)).toMatchObject({ note: 'Grüße 🙂' });
    expect(webhooks.verify(Buffer.from(rawBody), headers)).toMatchObject({ note: 'Grüße 🙂' });
    expect(refusalOf(`${rawBody} `, headers)).toBe('no_matching_signature');
  });
});
