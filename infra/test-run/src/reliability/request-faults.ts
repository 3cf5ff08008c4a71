import { type FaultRow, row } from './fault-row.ts';

/** Faults in the requests of merchants, operators and strangers, and in settings. */
export const requestFaults: readonly FaultRow[] = [
  row(22, 'A nonce is replayed on another instance', 'Only one request with the nonce is accepted'),
  row(23, 'A forged request uses the merchant’s next nonce', 'The forged request does not use up the nonce'),
  row(24, 'A nonce has expired but was not purged yet', 'The nonce can be used again after five minutes'),
  row(
    25,
    'A timestamp is off by exactly 120,000 ms or by one more, in both directions',
    'A request is accepted if its timestamp is off by up to 120,000 ms, and refused with TIMESTAMP_EXPIRED beyond that',
  ),
  row(26, 'Two merchants use one public key', 'The key is refused when the second merchant registers it'),
  row(
    27,
    'A key is revoked',
    'All instances refuse a revoked key within a second, and the merchant’s other active keys keep working',
  ),
  row(
    28,
    'Two different bodies have the same canonical string, or a member occurs twice in a body',
    'A million adversarial bodies all have different canonical strings, so no signature is valid for two of them. A body with a repeated member is refused',
  ),
  row(
    29,
    'A body contains `{"$gt":""}`, `a.b`, `__proto__` or `constructor`',
    'A body that contains an operator of the database such as `$gt`, or a special name of JavaScript such as `__proto__`, is refused with 400. Nothing of it reaches the database',
  ),
  row(
    30,
    'An amount is 1.005, 9007199254740993, 1e400, -0 or JPY 10.5',
    'Kassa reads an amount exactly or refuses it with 400, and never rounds silently',
  ),
  row(
    31,
    'A body has 1 GiB, a depth of 100,000, compression or a wrong type',
    'A hostile body is answered with 413, 400 or 415, and the gateway’s memory does not grow',
  ),
  row(
    32,
    'Hundreds of connections send slowly',
    'A connection that has not sent its whole request within the time limit is closed, and other callers are served',
  ),
  row(
    33,
    '64 KiB of hostile text is checked against each pattern',
    'Checking a text against any pattern takes time in proportion to the text’s length: milliseconds for 64 KiB',
  ),
  row(
    34,
    'X-Forwarded-For is spoofed to pass the allow-list',
    'Kassa trusts only the addresses in X-Forwarded-For that the operator’s own proxies have added',
  ),
  row(
    35,
    'A signature has malformed Base64 or another length',
    'A malformed signature is refused without a crash. Signatures are compared in constant time',
  ),
  row(
    65,
    'Callers open many connections, send requests without waiting for responses, and never read',
    'The gateway processes one request of a connection at a time and closes connections that read nothing. Memory stays within 1.3 times that of an idle gateway, and the health check answers within 200 ms',
  ),
  row(
    66,
    'Somebody forges signatures and callbacks, or guesses merchant IDs, sessions or tokens, thousands of times',
    'After a number of failed calls, the gateway refuses the caller’s further calls before it reads the database, and alerts operators. The merchant’s own calls are served',
  ),
  row(
    67,
    'A deployment is started with keys or a database of another deployment, a placeholder for a secret, or a mistyped setting',
    'If a deployment is started with the wrong keys, database or settings, the gateway refuses to start, changes nothing, and names what is wrong',
  ),
  row(
    68,
    'Server keys are rotated while instances with the old and with the new keys run',
    'Before any instance uses a new key, all instances accept it, so no call fails. The gateway refuses to start if it would use a key that the other instances may not accept yet',
  ),
  row(
    69,
    'Somebody alters, removes or reorders entries of the audit log in the database',
    '`kassa-admin audit verify` names the first entry that was changed. Compared with an exported head, it also finds whether the end of the log was removed or the whole log was rewritten',
  ),
  row(
    76,
    'A page that an operator visits lets its own domain name point to the operations port (DNS rebinding)',
    'The operations port refuses a call that does not name localhost, an IP address or a host name from the settings, so such a page cannot reach it',
  ),
  row(
    77,
    'An operator’s token is wrong, expired or revoked, or its role is too low for the call',
    'Every instance refuses a call with an invalid token, or with a token whose role is too low for the call. The audit log names the owner of the token',
  ),
];
