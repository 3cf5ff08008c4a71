#!/usr/bin/env node
/**
 * Kassa from Node.js without a package, one file to copy from: create, query and refund a payment, verify a webhook.
 * `@kassa/sdk-node` does all of this and more (retries, types, adapters); this file shows what happens inside.
 *
 * Needs Node.js 22 or newer, where JSON.parse gives access to the source text of a number.
 *
 *     node kassa.mjs first-payment                           creates an order, waits for its payment, refunds a part
 *     node kassa.mjs call METHOD PATH [< body.json]          makes any signed call
 *     node kassa.mjs verify-webhook ID TIMESTAMP SIGNATURE < body
 *     node kassa.mjs receive-webhooks [PORT]                 receives webhooks, for example from `kassa listen`
 *
 * Settings: KASSA_MERCHANT_ID, KASSA_PRIVATE_KEY_FILE, KASSA_BASE_URL and KASSA_WEBHOOK_SECRET (during a
 * rotation, both secrets with a space between them), or the .kassa/demo.json of a running sandbox in this folder.
 */
import { createHash, createHmac, createPrivateKey, randomBytes, sign, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

if (!JSON.rawJSON) throw new Error(`Node.js 22 or newer is needed; this is ${process.version}.`);

// #region signing
/** A JSON number that keeps its source text. With a JavaScript number, 10.00 would be sent and signed as 10. */
export const decimal = (text) => JSON.rawJSON(text);

/**
 * The canonical body for the signature: the JSON flattened to `key=value` pairs and sorted. Pass exactly the text that you
 * send.
 */
export function canonicalBody(text) {
  const tree = JSON.parse(text, (_key, value, { source }) =>
    typeof value === 'number' ? decimal(source) : value,
  );
  if (!isObject(tree)) throw new SyntaxError('the body must be a JSON object');
  return pairsOf(undefined, tree)
    .map(([key, value]) => ({ bytes: Buffer.from(key), pair: `${key}=${value}` }))
    .sort((left, right) => Buffer.compare(left.bytes, right.bytes)) // by UTF-8, which differs from JavaScript's order
    .map(({ pair }) => pair)
    .join('&');
}

function pairsOf(path, value) {
  if (JSON.isRawJSON(value)) return [[path, value.rawJSON]];
  if (typeof value === 'string') return [[path, encodeText(value)]];
  if (typeof value === 'boolean') return [[path, String(value)]];
  if (Array.isArray(value)) {
    if (value.includes(null)) throw new SyntaxError(`${path}: null is not allowed inside an array`);
    if (value.length === 0) return [[path, '[]']];
    return value.flatMap((item, index) => pairsOf(`${path}[${index}]`, item));
  }
  const members = Object.entries(value).filter(([, member]) => member !== null);
  if (members.length === 0 && path !== undefined) return [[path, '{}']];
  return members.flatMap(([name, member]) => {
    const key = name.replace(/[%&=.[\]]/g, percentEncode);
    return pairsOf(path === undefined ? key : `${path}.${key}`, member);
  });
}

function encodeText(text) {
  // A string `{}` or `[]` must be escaped, because it would otherwise look like an empty object or array.
  if (text === '{}') return '%7B}';
  if (text === '[]') return '%5B]';
  return text.replace(/[%&]/g, percentEncode);
}

const percentEncode = (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
const isObject = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value);

/** The `key=value` pairs of a query, unchanged, sorted by key and then by value. */
export function sortQuery(query) {
  const compare = (left, right) => (left < right ? -1 : left > right ? 1 : 0);
  return query
    .split('&')
    .map((pair) => ({
      pair,
      key: pair.split('=', 1)[0],
      value: pair.slice(pair.split('=', 1)[0].length + 1),
    }))
    .sort((left, right) => compare(left.key, right.key) || compare(left.value, right.value))
    .map(({ pair }) => pair)
    .join('&');
}

/** The six signed lines. `body` is the text that is sent, or undefined for a call without a body. */
export function stringToSign({ method, path, query, body, timestamp, nonce }) {
  const hash = body === undefined ? '' : createHash('sha256').update(canonicalBody(body)).digest('hex');
  return [method, path, sortQuery(query), hash, timestamp, nonce].join('\n');
}

export function signLines(lines, privateKey) {
  return sign('sha256', Buffer.from(lines), privateKey).toString('base64'); // RSASSA-PKCS1-v1_5
}
// #endregion signing

// #region client
/**
 * Thrown when the gateway refuses a call. Let your program decide by `name`. `retryable` says whether the same call can succeed
 * later.
 */
export class KassaError extends Error {
  constructor({ msg, code, error = {} }) {
    const fields = (error.fields ?? []).map(({ path, message }) => `\n  ${path}: ${message}`).join('');
    super(`${msg} (${code}): ${error.detail} [request ${error.request_id}]${fields}`);
    this.name = msg;
    this.retryable = error.retryable ?? false;
    // The six lines that the gateway expected to be signed. Only a sandbox returns them, with the error INVALID_SIGNATURE.
    this.stringToSign = error.debug?.string_to_sign;
  }
}

/** A client. Create one per merchant and reuse it. Send amounts as `decimal('10.00')`; in answers they are numbers. */
export class Kassa {
  constructor({ merchantId, privateKeyPem, baseUrl }) {
    this.merchantId = merchantId;
    this.privateKey = createPrivateKey(privateKeyPem);
    this.baseUrl = baseUrl.replace(/\/$/, '');
  }

  createPayment = (fields) => this.call('POST', '/api/merchant/payment/create', fields);
  queryPayment = (number) => this.call('GET', `/api/merchant/order/payment/query/${number}`);
  refund = (fields) => this.call('POST', '/api/merchant/payment/refund', fields);
  queryRefund = (number) => this.call('GET', `/api/merchant/order/refund/query/${number}`);

  /**
   * Makes a signed call and returns the answer's `data`. Throws KassaError if the gateway refuses the call.
   * If no answer came (fetch throws a TypeError, or a timeout), repeat the identical call. A payment or refund that has your
   * own ID is made only once. Each call is signed anew.
   */
  async call(method, target, body) {
    return JSON.parse(await this.send(method, target, body && JSON.stringify(body))).data;
  }

  /** Signs a request and sends it with this text as its body. Returns the text of a successful answer. */
  async send(method, target, body) {
    const [path, query = ''] = target.split('?');
    const timestamp = String(Date.now());
    const nonce = randomBytes(18).toString('base64url');
    const lines = stringToSign({ method, path, query, body, timestamp, nonce });
    const response = await fetch(this.baseUrl + target, {
      method,
      body,
      headers: {
        'Content-Type': 'application/json',
        'X-Merchant-Id': this.merchantId,
        'X-Timestamp': timestamp,
        'X-Nonce': nonce,
        'X-Signature': signLines(lines, this.privateKey),
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    let answer;
    try {
      answer = JSON.parse(text);
    } catch {
      throw new Error(`${this.baseUrl} did not answer as Kassa does: ${text.slice(0, 200)}`);
    }
    if (answer.code !== 200) throw new KassaError(answer);
    return text;
  }
}
// #endregion client

// #region webhook
/** Thrown if a webhook cannot be trusted. Answer 400 and do nothing else. */
export class WebhookRefused extends Error {}

/**
 * Throws unless one of your secrets signed the webhook within the last five minutes. Pass the raw bytes of the body as
 * received.
 */
export function verifyWebhook(body, { id, timestamp, signature }, secrets, nowSeconds = Date.now() / 1000) {
  const keys = secrets.map(webhookKey);
  if (id.includes('.') || !/^[0-9]{1,12}$/.test(timestamp)) {
    throw new WebhookRefused('webhook-id or webhook-timestamp is malformed');
  }
  if (Math.abs(nowSeconds - Number(timestamp)) > 300) {
    throw new WebhookRefused("webhook-timestamp is too far from this machine's clock");
  }
  // The header has several signatures while a secret is being replaced. One that matches is enough.
  const candidates = signature.split(' ').map((candidate) => Buffer.from(candidate));
  const matches = keys.some((key) => {
    const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
    const expected = Buffer.from(`v1,${digest}`);
    return candidates.some(
      (candidate) => candidate.length === expected.length && timingSafeEqual(candidate, expected),
    );
  });
  if (!matches)
    throw new WebhookRefused('no signature matches: another secret, or the body is not the raw one');
}

export function webhookKey(secret) {
  const text = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : '';
  const key = Buffer.from(text, 'base64');
  // Buffer.from ignores characters that are not Base64. To find them, encode the key again and compare the texts.
  if (key.length < 24 || key.length > 64 || key.toString('base64') !== text) {
    throw new TypeError('a webhook secret is "whsec_" and the Base64 of 24 to 64 bytes');
  }
  return key;
}
// #endregion webhook

// #region receiver
/** Answer with 2xx only after you have handled the event. After any other answer, the gateway sends the event again. */
function receiveWebhooks(port, secrets) {
  const seen = new Set(); // In production, use a table: an event can arrive again, even after a restart.
  const server = createServer(async (request, response) => {
    try {
      const body = await buffer(request);
      const header = (name) => String(request.headers[`webhook-${name}`] ?? '');
      verifyWebhook(
        body,
        { id: header('id'), timestamp: header('timestamp'), signature: header('signature') },
        secrets,
      );
      const { event_type, event_id, data } = JSON.parse(body.toString());
      if (!seen.has(event_id)) console.log(event_type, data.merchant_transaction_id, data.state);
      seen.add(event_id);
      response.writeHead(200).end();
    } catch (problem) {
      response.writeHead(problem instanceof WebhookRefused ? 400 : 500).end();
    }
  });
  server.listen(port, '127.0.0.1', () => console.log(`Listening on http://127.0.0.1:${port}/`));
}
// #endregion receiver

async function firstPayment(kassa) {
  const number = `node-${Date.now()}`;
  const order = await kassa.createPayment({
    merchant_transaction_id: number,
    amount: decimal('10.00'),
    currency_code: 'USD',
    redirect_url: 'https://shop.example/thanks',
    products: [{ product_id: 'p1', name: 'Coffee & cake', price: decimal('5.00'), quantity: 2 }],
  });
  console.log(`Order ${order.order_id} was created. Pay here with 4242 4242 4242 4242:\n${order.pay_url}`);

  // This sample polls the order. A real shop waits for the webhook order.payment.succeeded instead. In the state PAY_FAIL, the
  // consumer can still pay with another card.
  let payment = await kassa.queryPayment(number);
  while (['INIT', 'PAYING', 'PAY_FAIL'].includes(payment.state)) {
    await sleep(1000);
    payment = await kassa.queryPayment(number);
  }
  if (payment.state !== 'PAY_SUCCESS') throw new Error(`The order ended as ${payment.state}.`);
  console.log(`Paid: ${payment.amount} ${payment.currency_code} by ${payment.payment_method}.`);

  const refundNumber = `${number}-r1`;
  await kassa.refund({
    transaction_id: refundNumber,
    original_transaction_id: number,
    currency_code: 'USD',
    amount: decimal('4.00'),
    reason: 'one piece came back',
  });
  let refund = await kassa.queryRefund(refundNumber);
  while (refund.status === 0 || refund.status === 1) {
    await sleep(1000);
    refund = await kassa.queryRefund(refundNumber);
  }
  console.log(
    `Refund ${refundNumber} of ${refund.amount} ${refund.currency_code} ended with status ${refund.status}.`,
  );
  console.log(`The order is ${(await kassa.queryPayment(number)).state}.`);
}

function settings() {
  const demo = existsSync('.kassa/demo.json') ? JSON.parse(readFileSync('.kassa/demo.json', 'utf8')) : {};
  const setting = (name, member) => {
    const value = process.env[name] || demo[member];
    if (value) return value;
    throw new Error(`Set ${name}, or run this where \`npm start\` has made .kassa/demo.json.`);
  };
  return {
    merchantId: setting('KASSA_MERCHANT_ID', 'merchant_id'),
    privateKeyPem: readFileSync(setting('KASSA_PRIVATE_KEY_FILE', 'private_key_file')),
    baseUrl: setting('KASSA_BASE_URL', 'merchant_base_url'),
    webhookSecrets: setting('KASSA_WEBHOOK_SECRET', 'webhook_secret').split(' '),
  };
}

async function main(command, ...rest) {
  const { webhookSecrets, ...client } = settings();
  const kassa = new Kassa(client);
  if (command === 'first-payment') return firstPayment(kassa);
  if (command === 'receive-webhooks') return receiveWebhooks(Number(rest[0] ?? 3000), webhookSecrets);
  if (command === 'call' && rest.length === 2) {
    const body = rest[0] === 'POST' ? (await buffer(process.stdin)).toString() : undefined;
    return console.log(await kassa.send(rest[0], rest[1], body));
  }
  if (command === 'verify-webhook' && rest.length === 3) {
    const [id, timestamp, signature] = rest;
    const body = await buffer(process.stdin);
    verifyWebhook(body, { id, timestamp, signature }, webhookSecrets);
    const { event_type, data } = JSON.parse(body.toString());
    return console.log(`genuine: ${event_type} of ${data.merchant_transaction_id}`);
  }
  throw new Error(
    'Commands: first-payment, call, verify-webhook, receive-webhooks. See the head of this file.',
  );
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await main(...process.argv.slice(2)).catch((problem) => {
    if (problem.stringToSign) console.error(`The gateway built these lines:\n${problem.stringToSign}`);
    console.error(problem.message);
    process.exitCode = 1;
  });
}
