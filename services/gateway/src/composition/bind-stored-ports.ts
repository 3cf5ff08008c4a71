import type { ServiceIdentifier } from 'inversify';
import type { Connection } from 'mongoose';
import { MongoAuditLog } from '../adapters/outbound/mongo/mongo-audit-log.ts';
import { MongoCallbackInbox } from '../adapters/outbound/mongo/mongo-callback-inbox.ts';
import { MongoChannelAccounts } from '../adapters/outbound/mongo/mongo-channel-accounts.ts';
import { MongoChannelFees } from '../adapters/outbound/mongo/mongo-channel-fees.ts';
import { MongoDeliveryQueue } from '../adapters/outbound/mongo/mongo-delivery-queue.ts';
import { MongoEncryptionKeys } from '../adapters/outbound/mongo/mongo-encryption-keys.ts';
import { MongoEventLog } from '../adapters/outbound/mongo/mongo-event-log.ts';
import { MongoLogoStore } from '../adapters/outbound/mongo/mongo-logo-store.ts';
import { MongoMerchantRepository } from '../adapters/outbound/mongo/mongo-merchant-repository.ts';
import { MongoNonceStore } from '../adapters/outbound/mongo/mongo-nonce-store.ts';
import { MongoOperatorTokens } from '../adapters/outbound/mongo/mongo-operator-tokens.ts';
import { MongoOrderRepository } from '../adapters/outbound/mongo/mongo-order-repository.ts';
import { MongoReconciliationLog } from '../adapters/outbound/mongo/mongo-reconciliation-log.ts';
import { MongoRefundClaims } from '../adapters/outbound/mongo/mongo-refund-claims.ts';
import { SecretCipher } from '../adapters/outbound/mongo/secret-cipher.ts';
import { RecentMerchants } from '../adapters/outbound/recent-merchants.ts';
import type { Clock } from '../ports/clock.ts';
import { type Binding, bind, type Needs } from './bind.ts';
import type { GatewayConfig } from './config.ts';
import { tokens } from './tokens.ts';

/**
 * How long delayed writes are collected before one command makes them all. It must be shorter than the three seconds after
 * which the recurring duties make up for such a write.
 */
const COLLECT_FOR_MS = 100;

/**
 * Binds the ports that the database implements to their adapters, and returns the ports' identifiers. Creating a port declares
 * its collection in the database. So the caller must create all these ports before it prepares the database.
 */
export function bindStoredPorts(container: Binding): readonly ServiceIdentifier<unknown>[] {
  const stored: ServiceIdentifier<unknown>[] = [];
  function bindStored<Service, Others extends object>(
    port: ServiceIdentifier<Service>,
    others: Needs<Others>,
    make: (connection: Connection, others: Others) => Service,
  ): void {
    bind<Service, Others & OnConnection>(
      container,
      port,
      { ...others, connection: tokens.connection } as Needs<Others & OnConnection>,
      (deps) => make(deps.connection, deps),
    );
    stored.push(port);
  }
  bindStored(tokens.orders, {}, (on) => new MongoOrderRepository(on, COLLECT_FOR_MS));
  bindStored(tokens.refundClaims, {}, (on) => new MongoRefundClaims(on));
  bindStored(
    tokens.merchants,
    { config: tokens.config },
    (on, deps: { config: GatewayConfig }) =>
      new RecentMerchants(new MongoMerchantRepository(on, new SecretCipher(deps.config.encryptionKeys))),
  );
  bindStored(
    tokens.channelAccounts,
    { config: tokens.config },
    (on, deps: { config: GatewayConfig }) =>
      new MongoChannelAccounts(on, new SecretCipher(deps.config.encryptionKeys)),
  );
  bindStored(
    tokens.storedKeys,
    { config: tokens.config },
    (on, deps: { config: GatewayConfig }) => new MongoEncryptionKeys(on, deps.config.encryptionKeys),
  );
  bindStored(tokens.channelFees, {}, (on) => new MongoChannelFees(on));
  bindStored(tokens.logos, {}, (on) => new MongoLogoStore(on));
  bindStored(tokens.nonces, {}, (on) => new MongoNonceStore(on));
  bindStored(
    tokens.events,
    { clock: tokens.clock },
    (on, deps: { clock: Clock }) => new MongoEventLog(on, deps.clock),
  );
  bindStored(tokens.deliveries, {}, (on) => new MongoDeliveryQueue(on));
  bindStored(tokens.reconciliations, {}, (on) => new MongoReconciliationLog(on));
  bindStored(tokens.operatorTokens, {}, (on) => new MongoOperatorTokens(on));
  bindStored(tokens.audit, {}, (on) => new MongoAuditLog(on));
  bindStored(tokens.inbox, {}, (on) => new MongoCallbackInbox(on, COLLECT_FOR_MS));
  return stored;
}

interface OnConnection {
  readonly connection: Connection;
}
