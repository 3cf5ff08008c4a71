#!/usr/bin/env node
/** Runs Kassa's vector files on kassa.mjs:  node vectors.mjs contracts/vectors */
import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  canonicalBody,
  signLines,
  sortQuery,
  stringToSign,
  verifyWebhook,
  WebhookRefused,
  webhookKey,
} from './kassa.mjs';

const read = (name) => JSON.parse(readFileSync(join(process.argv[2], name), 'utf8'));
let passed = 0;
let failed = 0;

function check(name, holds) {
  if (holds) passed += 1;
  else failed += 1;
  if (!holds) console.log(`failed: ${name}`);
}

function refuses(action, kind) {
  try {
    action();
    return false;
  } catch (problem) {
    if (problem instanceof kind) return true;
    throw problem;
  }
}

function bodyOf({ body, body_base64, body_parts }) {
  if (body_base64 !== undefined) return Buffer.from(body_base64, 'base64').toString();
  return body_parts ? body_parts.map(([text, times]) => text.repeat(times)).join('') : (body ?? undefined);
}

const bodies = read('canonical-body.json');
for (const vector of bodies.accepted) {
  const canonical = canonicalBody(bodyOf(vector));
  check(vector.name, createHash('sha256').update(canonical).digest('hex') === vector.sha256);
  if ('canonical' in vector) check(`${vector.name}, its text`, canonical === vector.canonical);
}
// Bodies that are refused only for their size are not tested here. A client does not produce them unless it writes one itself.
for (const vector of bodies.refused) {
  if (['syntax', 'not_an_object', 'null_in_array'].includes(vector.reason)) {
    check(
      vector.name,
      refuses(() => canonicalBody(bodyOf(vector)), SyntaxError),
    );
  }
}

const requests = read('merchant-signature.json');
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
for (const vector of requests.valid) {
  const lines = stringToSign({ ...vector, body: bodyOf(vector) });
  check(vector.name, lines === vector.string_to_sign);
  const signature = Buffer.from(signLines(lines, privateKey), 'base64');
  check(`${vector.name}, signed`, verify('sha256', Buffer.from(lines), publicKey, signature));
}
for (const { name, query, sorted } of requests.query_sorting) check(name, sortQuery(query) === sorted);

const webhooks = read('webhook-signature.json');
const verifyVector = ({ id, timestamp, body, signature_header, secrets }) => {
  const headers = { id, timestamp, signature: signature_header };
  verifyWebhook(Buffer.from(body), headers, secrets, Number.parseInt(timestamp, 10));
};
for (const vector of [...webhooks.signed, ...webhooks.accepted]) {
  check(vector.name, !refuses(() => verifyVector(vector), WebhookRefused));
}
for (const vector of webhooks.refused) {
  check(
    vector.name,
    refuses(() => verifyVector(vector), WebhookRefused),
  );
}
for (const { name, secret, key_hex } of webhooks.secrets_accepted) {
  check(name, webhookKey(secret).toString('hex') === key_hex);
}
for (const { name, secret } of webhooks.secrets_refused) {
  check(
    name,
    refuses(() => webhookKey(secret), TypeError),
  );
}

console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
