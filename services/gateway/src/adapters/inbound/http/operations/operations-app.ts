import { createHash, timingSafeEqual } from 'node:crypto';
import Router from '@koa/router';
import type { Middleware } from 'koa';
import type { JudgeReadiness } from '../../../../application/health/judge-readiness.ts';
import type { ChannelHealth } from '../../../../ports/channel-health.ts';
import type { ChannelTypes } from '../../../../ports/channel-types.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { type AppSettings, createApp, exactPaths, mount } from '../app.ts';
import { GuessAlerts } from '../guess-alerts.ts';
import type { InstancesOf } from '../instances-of.ts';
import { readRawBody } from '../middleware/read-raw-body.ts';
import { refused } from '../refused-error.ts';
import type { SandboxUseCases } from '../sandbox-use-cases.ts';
import type { BucketSize } from '../token-buckets.ts';
import { UnprovenCallers } from '../unproven-callers.ts';
import { auditRoutes, auditUseCases } from './audit-routes.ts';
import { AuditTrail } from './audit-trail.ts';
import { caseRoutes, caseUseCases } from './case-routes.ts';
import { channelRoutes, channelUseCases } from './channel-routes.ts';
import { conclusionRoutes, conclusionUseCases } from './conclusion-routes.ts';
import { healthRoutes } from './health-routes.ts';
import { keyRoutes, keyUseCases } from './key-routes.ts';
import { merchantRoutes, merchantUseCases } from './merchant-routes.ts';
import { orderRoutes, orderUseCases } from './order-routes.ts';
import { reconciliationRoutes, reconciliationUseCases } from './reconciliation-routes.ts';
import { reportRoutes, reportUseCases } from './report-routes.ts';
import { clockRoutes, triggerRoutes } from './sandbox-routes.ts';
import { webhookRoutes, webhookUseCases } from './webhook-routes.ts';

/**
 * The size limit of a body, large enough for the largest logo in Base64. Only callers with the operations token can
 * send a body.
 */
const MAX_BODY_BYTES = 131_072;

export const operationsUseCases = {
  ...merchantUseCases,
  ...keyUseCases,
  ...orderUseCases,
  ...conclusionUseCases,
  ...caseUseCases,
  ...reportUseCases,
  ...reconciliationUseCases,
  ...webhookUseCases,
  ...channelUseCases,
  ...auditUseCases,
};

export interface OperationsAppSettings extends Omit<AppSettings, 'requiresHttps'> {
  readonly token: string;
  /** The public address of the merchant interface, without a trailing slash. */
  readonly merchantPublicUrl: string;
  readonly judgeReadiness: JudgeReadiness;
  readonly clock: Clock;
  readonly channelTypes: ChannelTypes;
  readonly channelHealth: ChannelHealth;
}

/** The app on port 10040: health checks, metrics and administration. Administration requires the operations token. */
export function operationsApp(
  useCases: InstancesOf<typeof operationsUseCases>,
  { sandboxClock, pullTrigger }: SandboxUseCases,
  settings: OperationsAppSettings,
) {
  // The operations port accepts plain HTTP even in production, because probes and metrics scrapers inside a deployment
  // use it.
  const app = createApp('operations', { ...settings, requiresHttps: false });
  const open = new Router(exactPaths);
  healthRoutes(open, settings.judgeReadiness, settings.metrics);

  const admin = new Router(exactPaths);
  admin.use(requireToken(settings.token, new GuessAlerts(settings, 'operations_tokens')));
  admin.use(readRawBody(MAX_BODY_BYTES));
  const audit = new AuditTrail(useCases.auditChanges);
  merchantRoutes(admin, useCases, audit);
  keyRoutes(admin, useCases, audit);
  orderRoutes(admin, useCases, audit);
  conclusionRoutes(admin, useCases, audit);
  caseRoutes(admin, useCases, audit);
  reportRoutes(admin, useCases);
  reconciliationRoutes(admin, useCases, audit, settings.clock);
  webhookRoutes(admin, useCases, audit);
  channelRoutes(admin, useCases, audit, settings);
  auditRoutes(admin, useCases);
  if (sandboxClock !== undefined) clockRoutes(admin, sandboxClock, audit);
  if (pullTrigger !== undefined) triggerRoutes(admin, pullTrigger, audit);
  mount(app, open, admin);
  return app;
}

/** How many wrong operations tokens one network may send. */
const WRONG_TOKENS: BucketSize = { perSecond: 1, burst: 20 };

/**
 * Lets a request pass only with the operations token. After too many wrong tokens from a network, the gateway alerts operators
 * and refuses calls from this network without checking their tokens, so that nobody can go on guessing. The right token still
 * passes if this network has sent it before, since the gateway started. So nobody can lock out an operator who has called from
 * there.
 */
function requireToken(token: string, guesses: GuessAlerts): Middleware {
  // Compare SHA-256 hashes, which always have the same length. So the time that the comparison takes reveals nothing
  // about the token.
  const expected = sha256(`Bearer ${token}`);
  const unproven = new UnprovenCallers({ network: WRONG_TOKENS, claim: null }, guesses);
  return async function checkToken(ctx, next) {
    const presented = sha256(ctx.get('Authorization'));
    const caller = { address: ctx.ip, claim: presented.toString('hex') };
    const isRight = await unproven.verify(caller, async () => timingSafeEqual(presented, expected), Boolean);
    if (!isRight)
      throw refused('OPERATOR_UNAUTHORISED', 'Send Authorization: Bearer with the operations token.');
    await next();
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
