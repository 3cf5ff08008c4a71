import type { Protection } from './protection.ts';

const source = 'services/gateway/src';

function seenBy(file: string, title: string): Protection['seenBy'] {
  return { project: 'gateway', file: `services/gateway/test/${file}`, title };
}

/** Code that protects the gateway against strangers' requests, and against a start with wrong settings. */
export const exposureProtections: readonly Protection[] = [
  {
    faults: [67],
    what: 'a gateway does not start on a database of the other environment',
    file: `${source}/adapters/outbound/mongo/migrations/database-owner.ts`,
    find: 'if (environment !== undefined && environment !== deployment.environment) {',
    replace: 'if (environment === undefined && deployment.environment === environment) {',
    seenBy: seenBy('adapters/database-owner.test.ts', 'of the other environment, and changes nothing'),
  },
  {
    faults: [67],
    what: 'a gateway does not start with the keys of another deployment',
    file: `${source}/adapters/outbound/mongo/migrations/database-owner.ts`,
    find: 'keyChecks.length === 0 || checksOf(deployment.encryptionKeys).some((check) => keyChecks.includes(check))',
    replace: 'true',
    seenBy: seenBy('adapters/database-owner.test.ts', 'with the keys of another deployment'),
  },
  {
    faults: [66],
    what: 'a caller that forges signatures is refused before the database is read',
    file: `${source}/adapters/inbound/http/unproven-callers.ts`,
    find: 'const waitSeconds = buckets.take(key);',
    replace: 'const waitSeconds: number | undefined = undefined;',
    seenBy: seenBy('adapters/unproven-callers.test.ts', 'only a burst reaches the database'),
  },
  {
    faults: [66],
    what: 'nobody can lock a merchant out by forging its calls',
    file: `${source}/adapters/inbound/http/unproven-callers.ts`,
    find: 'this.#proven.set(pair, true);',
    replace: '',
    seenBy: seenBy('adapters/unproven-callers.test.ts', 'do not lock out a merchant'),
  },
  {
    faults: [58],
    what: 'a callback of the sandbox about a foreign payment pays no order',
    file: `${source}/adapters/outbound/channels/sandbox/sandbox-channel.ts`,
    find: '      openingReference: payment.id,\n      result: paymentResult,',
    replace: '      result: paymentResult,',
    seenBy: seenBy('http/channel-callbacks.test.ts', 'pairs an attempt with the wrong payment'),
  },
  {
    faults: [45],
    what: 'a private address for webhooks is refused at registration',
    file: `${source}/domain/merchant/webhook-address.ts`,
    find: '? isAllowedAddress(host, isLoopbackAllowed)',
    replace: '? true',
    seenBy: seenBy('domain/webhook-address.test.ts', '(fault 45)'),
  },
  {
    faults: [78],
    what: 'card testing over many orders is slowed',
    file: `${source}/application/checkout/watch-declines.ts`,
    find: 'if (waitMs <= 0) continue;',
    replace: 'if (waitMs >= 0) continue;',
    seenBy: seenBy('application/card-testing.test.ts', 'from one address at many orders'),
  },
  {
    faults: [70],
    what: 'a refusal of the database is not taken for an outage',
    file: `${source}/adapters/outbound/mongo/database-errors.ts`,
    find: 'if (refusal !== undefined) throw storageRefused(refusal, error);',
    replace: '',
    seenBy: seenBy('adapters/database-deadline.test.ts', 'no permission'),
  },
  {
    faults: [71],
    what: 'operations fail at once while the database is known to be away',
    file: `${source}/adapters/outbound/mongo/database-reach.ts`,
    find: "return Promise.reject(new MongoError('the database is away'));",
    replace: 'return select(...request);',
    seenBy: seenBy('adapters/database-reach.test.ts', 'known to be away'),
  },
  {
    faults: [70],
    what: 'a document that is too large does not fail the others of its batch',
    file: `${source}/adapters/outbound/mongo/write-together.ts`,
    find: 'if (isTooLargeToSend(error)) {',
    replace: 'if (error === null) {',
    seenBy: seenBy('adapters/group-commit.test.ts', 'does not fail the others of its batch'),
  },
  {
    faults: [77],
    what: 'an operator cannot make a call that needs a higher role',
    file: `${source}/adapters/inbound/http/middleware/authenticate-operators.ts`,
    find: 'if (!mayAct(role, needed)) {',
    replace: "if (!mayAct('admin', needed)) {",
    seenBy: seenBy('http/operators.test.ts', 'only to operators whose role is high enough'),
  },
  {
    faults: [77],
    what: 'a revoked token of an operator is refused',
    file: `${source}/domain/operator/operator-token.ts`,
    find: 'return revokedAt === null && now < expiresAt;',
    replace: 'return now < expiresAt;',
    seenBy: seenBy('application/operator-tokens.test.ts', 'a revoked token is refused'),
  },
  {
    faults: [69],
    what: 'an altered record of the audit log is found',
    file: `${source}/domain/operator/audit-chain.ts`,
    find: 'if (hashOf(record, record) !== record.hash) return',
    replace: "if (record.hash === '') return",
    seenBy: seenBy('application/verify-audit-log.test.ts', 'was altered'),
  },
  {
    faults: [69],
    what: 'a removed record of the audit log is found',
    file: `${source}/domain/operator/audit-chain.ts`,
    find: 'if (sequence !== previous.sequence + 1) {',
    replace: 'if (sequence <= previous.sequence) {',
    seenBy: seenBy('application/verify-audit-log.test.ts', 'from which a record was removed'),
  },
  {
    faults: [88],
    what: 'explanations of a channel reach logs and cases without card numbers',
    file: `${source}/adapters/outbound/channels/guard/guarded-channel.ts`,
    find: 'const answer = withBoundedDetails(await call());',
    replace: 'const answer = await call();',
    seenBy: seenBy('adapters/channel-guard.test.ts', '(fault 88)'),
  },
];
