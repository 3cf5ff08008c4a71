import type { Connection } from 'mongoose';
import { eventModel } from './event-documents.ts';
import { feeModel } from './fee-documents.ts';
import { stateModel } from './migrations/database-state.ts';
import { auditModel } from './mongo-audit-log.ts';
import { callbackModel } from './mongo-callback-inbox.ts';
import { accountModel } from './mongo-channel-accounts.ts';
import { logoModel } from './mongo-logo-store.ts';
import { merchantModel } from './mongo-merchant-repository.ts';
import { nonceModel } from './mongo-nonce-store.ts';
import { operatorTokenModel } from './mongo-operator-tokens.ts';
import { reconciliationModel } from './mongo-reconciliation-log.ts';
import { refundClaimModel } from './mongo-refund-claims.ts';
import { sandboxClockModel } from './mongo-sandbox-clock.ts';
import { orderModel } from './order-documents.ts';
import { tombstoneModel } from './tombstone-documents.ts';

const models = [
  accountModel,
  auditModel,
  callbackModel,
  eventModel,
  feeModel,
  logoModel,
  merchantModel,
  nonceModel,
  operatorTokenModel,
  orderModel,
  reconciliationModel,
  refundClaimModel,
  sandboxClockModel,
  stateModel,
  tombstoneModel,
] as const;

/**
 * Declares the models of all collections, for tools that open the database without the gateway's adapters. In the running
 * gateway, each adapter declares the model of its own collection.
 */
export function declareCollections(connection: Connection): void {
  for (const model of models) model(connection);
}
