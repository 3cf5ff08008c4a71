import { createHash, timingSafeEqual } from 'node:crypto';
import Router from '@koa/router';
import type { Middleware } from 'koa';
import type { ListAuditEntries } from '../../../../application/operator/list-audit-entries.ts';
import type { RecordOperatorChange } from '../../../../application/operator/record-operator-change.ts';
import type { PullSandboxTrigger } from '../../../../application/sandbox/pull-sandbox-trigger.ts';
import type { SandboxClock } from '../../../../application/sandbox/sandbox-clock.ts';
import type { Health } from '../../../../ports/health.ts';
import { type AppSettings, createApp, exactPaths, mount } from '../app.ts';
import { readRawBody } from '../middleware/read-raw-body.ts';
import { refused } from '../refused-error.ts';
import { auditRoutes } from './audit-routes.ts';
import { AuditTrail } from './audit-trail.ts';
import { type CaseUseCases, caseRoutes } from './case-routes.ts';
import { type ChannelUseCases, channelRoutes } from './channel-routes.ts';
import { clockRoutes } from './clock-routes.ts';
import { type ConclusionUseCases, conclusionRoutes } from './conclusion-routes.ts';
import { healthRoutes } from './health-routes.ts';
import { type KeyUseCases, keyRoutes } from './key-routes.ts';
import { type MerchantUseCases, merchantRoutes } from './merchant-routes.ts';
import { type OrderUseCases, orderRoutes } from './order-routes.ts';
import { type ReconciliationUseCases, reconciliationRoutes } from './reconciliation-routes.ts';
import { type ReportUseCases, reportRoutes } from './report-routes.ts';
import { triggerRoutes } from './trigger-routes.ts';
import { type WebhookUseCases, webhookRoutes } from './webhook-routes.ts';

/** Room for the largest logo in Base64; who sends has shown the token before. */
const MAX_BODY_BYTES = 131_072;

export interface OperationsUseCases {
  readonly merchants: MerchantUseCases;
  readonly keys: KeyUseCases;
  readonly health: Health;
  readonly orders: OrderUseCases;
  readonly conclusions: ConclusionUseCases;
  readonly cases: CaseUseCases;
  readonly reports: ReportUseCases;
  readonly reconciliations: ReconciliationUseCases;
  readonly webhooks: WebhookUseCases;
  readonly channels: ChannelUseCases;
  readonly recordChange: RecordOperatorChange;
  readonly listAuditEntries: ListAuditEntries;
  /** Undefined in production: their paths do not exist there. */
  readonly sandboxClock: SandboxClock | undefined;
  readonly pullTrigger: PullSandboxTrigger | undefined;
}

/** Health, metrics and administration (port 10040). Administration needs the operations token. */
export function operationsApp(
  useCases: OperationsUseCases,
  settings: Omit<AppSettings, 'requiresHttps'> & {
    readonly token: string;
    /** Public address of the merchant interface, without a trailing slash. */
    readonly merchantPublicUrl: string;
  },
) {
  // Probes and scrapers come over plain HTTP inside a deployment, so production asks no HTTPS here.
  const app = createApp('operations', { ...settings, requiresHttps: false });
  const open = new Router(exactPaths);
  healthRoutes(open, useCases.health, settings.metrics);

  const admin = new Router(exactPaths);
  admin.use(requireToken(settings.token));
  admin.use(readRawBody(MAX_BODY_BYTES));
  const audit = new AuditTrail(useCases.recordChange);
  merchantRoutes(admin, useCases.merchants, audit);
  keyRoutes(admin, useCases.keys, audit);
  orderRoutes(admin, useCases.orders, audit);
  conclusionRoutes(admin, useCases.conclusions, audit);
  caseRoutes(admin, useCases.cases, audit);
  reportRoutes(admin, useCases.reports);
  reconciliationRoutes(admin, useCases.reconciliations, audit);
  webhookRoutes(admin, useCases.webhooks, audit);
  channelRoutes(admin, useCases.channels, audit, settings.merchantPublicUrl);
  auditRoutes(admin, useCases.listAuditEntries);
  if (useCases.sandboxClock !== undefined) clockRoutes(admin, useCases.sandboxClock, audit);
  if (useCases.pullTrigger !== undefined) triggerRoutes(admin, useCases.pullTrigger, audit);
  mount(app, open, admin);
  return app;
}

function requireToken(token: string): Middleware {
  // Hashes have one length, so the comparison takes the same time whatever was sent.
  const expected = sha256(`Bearer ${token}`);
  return async function checkToken(ctx, next) {
    if (!timingSafeEqual(sha256(ctx.get('Authorization')), expected)) {
      throw refused('OPERATOR_UNAUTHORISED', 'Send Authorization: Bearer with the operations token.');
    }
    await next();
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
