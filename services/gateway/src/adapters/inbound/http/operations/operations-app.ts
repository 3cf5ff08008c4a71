import Router from '@koa/router';
import { IdentifyOperator } from '../../../../application/operator/identify-operator.ts';
import type { ChannelHealth } from '../../../../ports/channel-health.ts';
import type { ChannelTypes } from '../../../../ports/channel-types.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { exactPaths, mount } from '../app.ts';
import { GuessAlerts } from '../guess-alerts.ts';
import type { InstancesOf } from '../instances-of.ts';
import { authenticateOperators } from '../middleware/authenticate-operators.ts';
import { readRawBody } from '../middleware/read-raw-body.ts';
import type { SandboxUseCases } from '../sandbox-use-cases.ts';
import type { BucketSize } from '../token-buckets.ts';
import { UnprovenCallers } from '../unproven-callers.ts';
import { auditRoutes, auditUseCases } from './audit-routes.ts';
import { AuditTrail } from './audit-trail.ts';
import { caseRoutes, caseUseCases } from './case-routes.ts';
import { channelRoutes, channelUseCases } from './channel-routes.ts';
import { conclusionRoutes, conclusionUseCases } from './conclusion-routes.ts';
import { createOperationsApp, type OperationsPortSettings } from './create-operations-app.ts';
import { customerRoutes, customerUseCases } from './customer-routes.ts';
import { keyRoutes, keyUseCases } from './key-routes.ts';
import { merchantRoutes, merchantUseCases } from './merchant-routes.ts';
import { operatorRoutes, operatorUseCases } from './operator-routes.ts';
import { orderRoutes, orderUseCases } from './order-routes.ts';
import { reconciliationRoutes, reconciliationUseCases } from './reconciliation-routes.ts';
import { reportRoutes, reportUseCases } from './report-routes.ts';
import { clockRoutes, triggerRoutes } from './sandbox-routes.ts';
import { webhookRoutes, webhookUseCases } from './webhook-routes.ts';

/**
 * The size limit of a body, large enough for the largest logo in Base64. Only callers with an operator's token
 * can send a body.
 */
const MAX_BODY_BYTES = 131_072;

export const operationsUseCases = {
  ...merchantUseCases,
  ...keyUseCases,
  ...orderUseCases,
  ...conclusionUseCases,
  ...customerUseCases,
  ...caseUseCases,
  ...reportUseCases,
  ...reconciliationUseCases,
  ...webhookUseCases,
  ...channelUseCases,
  ...operatorUseCases,
  ...auditUseCases,
  identifyOperator: IdentifyOperator,
};

export interface OperationsAppSettings extends OperationsPortSettings {
  /** The public address of the merchant interface, without a trailing slash. */
  readonly merchantPublicUrl: string;
  readonly clock: Clock;
  readonly channelTypes: ChannelTypes;
  readonly channelHealth: ChannelHealth;
}

/** The app on port 10040: health checks, metrics and administration. Administration requires an operator's token. */
export function operationsApp(
  useCases: InstancesOf<typeof operationsUseCases>,
  { sandboxClock, pullTrigger }: SandboxUseCases,
  settings: OperationsAppSettings,
) {
  const { app, open } = createOperationsApp(settings);
  const admin = new Router(exactPaths);
  const guesses = new GuessAlerts(settings, 'operations_tokens');
  const unproven = new UnprovenCallers({ network: WRONG_TOKENS, claim: null }, guesses);
  admin.use(authenticateOperators(useCases.identifyOperator, unproven));
  admin.use(readRawBody(MAX_BODY_BYTES));
  const audit = new AuditTrail(useCases.auditChanges);
  merchantRoutes(admin, useCases, audit);
  keyRoutes(admin, useCases, audit);
  orderRoutes(admin, useCases, audit);
  conclusionRoutes(admin, useCases, audit);
  customerRoutes(admin, useCases, audit);
  caseRoutes(admin, useCases, audit);
  reportRoutes(admin, useCases);
  reconciliationRoutes(admin, useCases, audit, settings.clock);
  webhookRoutes(admin, useCases, audit);
  channelRoutes(admin, useCases, audit, settings);
  operatorRoutes(admin, useCases, audit);
  auditRoutes(admin, useCases);
  if (sandboxClock !== undefined) clockRoutes(admin, sandboxClock, audit);
  if (pullTrigger !== undefined) triggerRoutes(admin, pullTrigger, audit);
  mount(app, open, admin);
  return app;
}

/** How many wrong tokens one network may send. */
const WRONG_TOKENS: BucketSize = { perSecond: 1, burst: 20 };
