import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCode, validCard } from './support/processor-client.ts';
import { startTestBench, type TestBench } from './support/test-bench.ts';

let bench: TestBench;
beforeAll(async () => {
  bench = await startTestBench();
});
afterAll(() => bench.stop());

interface ClientPayment {
  readonly id: string;
  readonly status: string;
  readonly action_url: string | null;
  readonly failure: { readonly code: string } | null;
  readonly error?: { readonly code: string };
}

interface ClientAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ClientPayment;
}

const publicKey = 'sbx_pk_sandbox';

/** Calls the processor as its frame in the payer's browser does. */
async function callAsClient(
  path: string,
  credential: string,
  body?: unknown,
  key: string = publicKey,
): Promise<ClientAnswer> {
  const response = await fetch(`${bench.processor.baseUrl}/client/payments/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${credential}`, 'Sandbox-Public-Key': key },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as ClientPayment,
  };
}

async function elementPayment(): Promise<{ id: string; secret: string }> {
  const { body } = await bench.client.create({ client: 'element' });
  return { id: body.id, secret: String(body.client_secret) };
}

const confirmWith = (id: string, secret: string, number: string): Promise<ClientAnswer> =>
  callAsClient(`${id}/confirm`, secret, { card: { ...validCard, number } });

describe('a payment that the payer’s browser confirms', () => {
  it('is created with what the page needs: an element by client secret', async () => {
    const { status, body } = await bench.client.create({ client: 'element' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      client: 'element',
      session: null,
      public_key: publicKey,
      action_display: null,
    });
    expect(body.client_secret).toEqual(expect.stringMatching(`^${body.id}_secret_[\\w-]{24}$`));
    const { url, integrity } = body.library as { url: string; integrity: string };
    const library = await fetch(url);
    expect(library.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(library.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    expect(library.headers.get('Cache-Control')).toContain('immutable');
    const hash = await crypto.subtle.digest('SHA-384', await library.arrayBuffer());
    expect(integrity).toBe(`sha384-${Buffer.from(hash).toString('base64')}`);
  });

  it('is created with what the page needs: a component by session', async () => {
    const { body } = await bench.client.create({ client: 'component' });
    expect(body).toMatchObject({ client: 'component', client_secret: null, public_key: publicKey });
    const session = body.session as { id: string; data: string };
    expect(session.id).toBe(body.id.replace('pay', 'ses'));
    const answer = await callAsClient(body.id, session.data);
    expect([answer.status, answer.body.status]).toEqual([200, 'created']);
  });

  it('is created once under one key, and the repetition carries the same secret', async () => {
    const request = { client: 'element', reference: 'repeated' };
    const first = await bench.client.create(request, { key: 'create-for-client' });
    const repeated = await bench.client.create(request, { key: 'create-for-client' });
    expect(repeated).toMatchObject({ replayed: true, body: first.body });
    const other = await bench.client.create(
      { ...request, client: 'component' },
      { key: 'create-for-client' },
    );
    expect(errorCode(other)).toBe('idempotency_conflict');
  });

  it('shows its secret to nobody but whoever created it', async () => {
    const { id, secret } = await elementPayment();
    await confirmWith(id, secret, '4242424242424242');
    const [callback] = await bench.receiver.waitFor(id, 'payment.succeeded');
    const told = [
      callback?.raw,
      JSON.stringify((await bench.client.payment(id)).body),
      JSON.stringify((await bench.client.call('GET', '/v1/payments')).body),
      JSON.stringify((await callAsClient(id, secret)).body),
    ];
    for (const text of told) {
      expect(text).toContain(id);
      expect(text).not.toContain(secret.slice(-24));
    }
  });

  it.each([
    ['4242424242424242', 'succeeded', null],
    ['4000000000000259', 'succeeded', null],
    ['4000000000005126', 'succeeded', null],
    ['4000000000000002', 'failed', 'card_declined'],
    ['4000000000009995', 'failed', 'insufficient_funds'],
    ['4242424242424241', 'failed', 'incorrect_number'],
  ])('ends with %s like any other: %s (%s)', async (number, status, code) => {
    const { id, secret } = await elementPayment();
    const confirmed = await confirmWith(id, secret, number);
    expect(confirmed.status).toBe(200);
    await bench.receiver.waitFor(id, `payment.${status}`);
    const { body } = await callAsClient(id, secret);
    expect([body.status, body.failure?.code ?? null]).toEqual([status, code]);
  });

  it.each([
    ['sbx_wallet_succeeds', 'succeeded', null],
    ['sbx_wallet_declined', 'failed', 'card_declined'],
  ])('ends with the token %s of a wallet as %s (%s)', async (token, status, code) => {
    const { id, secret } = await elementPayment();
    const confirmed = await callAsClient(`${id}/confirm`, secret, { wallet_token: token });
    expect(confirmed.status).toBe(200);
    await bench.receiver.waitFor(id, `payment.${status}`);
    const { body } = await callAsClient(id, secret);
    expect([body.status, body.failure?.code ?? null]).toEqual([status, code]);
    // The shop learns the wallet, and nothing about the card behind it.
    const told = await bench.client.call('GET', `/v1/payments/${id}`);
    expect(told.body).toMatchObject({ wallet: 'sandbox_pay', card: null });
  });

  it('names no wallet if the payer has typed a card', async () => {
    const { id, secret } = await elementPayment();
    await confirmWith(id, secret, '4242424242424242');
    const told = await bench.client.call('GET', `/v1/payments/${id}`);
    expect(told.body).toMatchObject({ wallet: null, card: { last4: '4242' } });
  });

  it.each([
    {},
    { wallet_token: 'sbx_wallet_guessed' },
    { wallet_token: 'sbx_wallet_succeeds', card: validCard },
  ])('is not confirmed with %o', async (means) => {
    const { id, secret } = await elementPayment();
    expect((await callAsClient(`${id}/confirm`, secret, means)).status).toBe(400);
    expect((await callAsClient(id, secret)).body.status).toBe('created');
  });

  it('has a library that pages can load before there is a payment', async () => {
    const { body } = await bench.client.call('GET', '/v1/library');
    const { body: payment } = await bench.client.create({ client: 'element' });
    expect(body).toEqual({ public_key: publicKey, library: payment.library });
    expect((await bench.client.call('GET', '/v1/library', undefined, { apiKey: 'x' })).status).toBe(401);
  });

  it('leads to 3-D Secure in a frame', async () => {
    const { id, secret } = await elementPayment();
    const { body } = await confirmWith(id, secret, '4000000000003220');
    expect(body.status).toBe('requires_action');
    const asked = await bench.client.payment(id);
    expect(asked.body).toMatchObject({ action_url: body.action_url, action_display: 'frame' });
  });

  it('is confirmed once: a repetition returns its result, and another card is refused', async () => {
    const { id, secret } = await elementPayment();
    await Promise.all([1, 2, 3].map(() => confirmWith(id, secret, '4242424242424242')));
    await bench.receiver.waitFor(id, 'payment.succeeded');
    const repeated = await confirmWith(id, secret, '4242424242424242');
    expect([repeated.status, repeated.body.status]).toEqual([200, 'succeeded']);
    const other = await confirmWith(id, secret, '5555555555554444');
    expect([other.status, other.body.error?.code]).toEqual([409, 'payment_not_confirmable']);
    expect(new Set(bench.receiver.of(id).map(({ body }) => body.id)).size).toBe(1);
  });

  it('opens by its own secret only, and all refusals look alike', async () => {
    const { id, secret } = await elementPayment();
    const other = await elementPayment();
    const server = await bench.client.create();
    const card = { card: validCard };
    const refusals = await Promise.all([
      callAsClient(id, other.secret),
      callAsClient(id, secret.slice(0, -1)),
      callAsClient(id, ''),
      callAsClient(id, secret.replace('_secret_', '_session_')),
      callAsClient(id, 'test-api-key'),
      callAsClient(id, secret, undefined, 'sbx_pk_other'),
      callAsClient('sbx_pay_none', secret),
      callAsClient(server.body.id, `${server.body.id}_secret_null`),
      callAsClient(`${id}/confirm`, other.secret, card),
      callAsClient(`${id}/confirm`, secret, card, ''),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual(refusals.map(() => 401));
    expect(new Set(refusals.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await bench.client.payment(id)).body.status).toBe('created');
    const asMerchant = await bench.client.call('GET', `/v1/payments/${id}`, undefined, { apiKey: secret });
    expect(asMerchant.status).toBe(401);
  });

  it('cannot be read by other pages’ scripts, and browsers do not store its answers', async () => {
    const { id, secret } = await elementPayment();
    const { headers } = await callAsClient(id, secret);
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(headers.get('Cache-Control')).toBe('no-store');
    const preflight = await fetch(`${bench.processor.baseUrl}/client/payments/${id}`, { method: 'OPTIONS' });
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toBeNull();
  });

  it('takes no card from the server, and needs the method card', async () => {
    const { id } = await elementPayment();
    const answer = await bench.client.confirm(id);
    expect([answer.status, errorCode(answer)]).toEqual([400, 'invalid_request']);
    expect((await bench.client.payment(id)).body.status).toBe('created');
    const wallet = await bench.client.create({ client: 'element', method: 'wallet' });
    expect([wallet.status, errorCode(wallet)]).toEqual([400, 'invalid_request']);
    expect((await bench.client.create({ client: 'page' })).status).toBe(400);
  });

  it('refuses a card of another form, naming the member and not the value', async () => {
    const { id, secret } = await elementPayment();
    const answer = await callAsClient(`${id}/confirm`, secret, {
      card: { ...validCard, number: '4242 4242' },
    });
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'invalid_request']);
    expect(JSON.stringify(answer.body)).not.toContain('4242');
  });
});

it('a payment by wallet says that its page needs the whole window', async () => {
  const { body } = await bench.client.create({ method: 'wallet' });
  expect(body).toMatchObject({ action_display: 'page', client: null, client_secret: null, library: null });
});

it('stores what the server reports about the payer’s device', async () => {
  const { body } = await bench.client.create();
  const device = { id: 'fingerprint-1', terminal: 'MOBILE', user_agent: 'Browser/1.0' };
  const confirm = { card: validCard, device };
  const confirmed = await bench.client.call('POST', `/v1/payments/${body.id}/confirm`, confirm);
  expect(confirmed.body.device).toEqual(device);
  expect((await bench.client.payment(body.id)).body.device).toEqual(device);
});
