import { describe } from 'vitest';
import { RecentMerchants } from '../../src/adapters/outbound/recent-merchants.ts';
import { InMemoryAuditLog } from '../in-memory/in-memory-audit-log.ts';
import { InMemoryCallbackInbox } from '../in-memory/in-memory-callback-inbox.ts';
import { InMemoryChannelAccounts } from '../in-memory/in-memory-channel-accounts.ts';
import { InMemoryChannelFees } from '../in-memory/in-memory-channel-fees.ts';
import { InMemoryDeliveryQueue } from '../in-memory/in-memory-delivery-queue.ts';
import { InMemoryEventLog } from '../in-memory/in-memory-event-log.ts';
import type { InMemoryEvents } from '../in-memory/in-memory-events.ts';
import { InMemoryLogos } from '../in-memory/in-memory-logos.ts';
import { InMemoryMerchants } from '../in-memory/in-memory-merchants.ts';
import { InMemoryNonces } from '../in-memory/in-memory-nonces.ts';
import { InMemoryOldOrders } from '../in-memory/in-memory-old-orders.ts';
import { InMemoryOperatorTokens } from '../in-memory/in-memory-operator-tokens.ts';
import { InMemoryOrders } from '../in-memory/in-memory-orders.ts';
import { InMemoryReconciliationLog } from '../in-memory/in-memory-reconciliation-log.ts';
import { InMemoryRefundClaims } from '../in-memory/in-memory-refund-claims.ts';
import { SettableClock } from '../in-memory/settable-clock.ts';
import { auditLogContract } from './audit-log-contract.ts';
import { callbackInboxContract } from './callback-inbox-contract.ts';
import { channelAccountsContract } from './channel-accounts-contract.ts';
import { channelFeesContract } from './channel-fees-contract.ts';
import { deliveryQueueContract } from './delivery-queue-contract.ts';
import { dueOrdersContract } from './due-orders-contract.ts';
import { eventLogContract } from './event-log-contract.ts';
import type { Instances } from './instances.ts';
import { logoStoreContract } from './logo-store-contract.ts';
import { merchantRepositoryContract } from './merchant-repository-contract.ts';
import { nonceStoreContract } from './nonce-store-contract.ts';
import { oldOrdersContract } from './old-orders-contract.ts';
import { operatorTokensContract } from './operator-tokens-contract.ts';
import { orderListsContract } from './order-lists-contract.ts';
import { orderMoneyContract } from './order-money-contract.ts';
import { orderRemovalContract } from './order-removal-contract.ts';
import { orderRepositoryContract } from './order-repository-contract.ts';
import { reconciliationLogContract } from './reconciliation-log-contract.ts';
import { refundClaimsContract } from './refund-claims-contract.ts';
import { refundListContract } from './refund-list-contract.ts';

/**
 * Runs the contracts of the stored ports on the fakes. The fakes must keep them like the real adapters, so that tests can rely
 * on the fakes.
 */

function shared<Port>(make: () => Port): () => Instances<Port> {
  return () => {
    const port = make();
    return [port, port];
  };
}

describe('orders in memory', () =>
  orderRepositoryContract(shared(() => new InMemoryOrders({ realNow: () => new Date() }))));
function oldOrders() {
  const stored = {
    orders: new InMemoryOrders(),
    events: new InMemoryEventLog(new Map(), new SettableClock()),
    claims: new InMemoryRefundClaims(),
    fees: new InMemoryChannelFees(),
    inbox: new InMemoryCallbackInbox(),
  };
  return { ...stored, oldOrders: new InMemoryOldOrders(stored) };
}
describe('old orders in memory', () => oldOrdersContract(oldOrders));
describe('removal of orders in memory', () => orderRemovalContract(oldOrders));
describe('lists of orders in memory', () => orderListsContract(shared(() => new InMemoryOrders())));
describe('due orders in memory', () => dueOrdersContract(shared(() => new InMemoryOrders())));
describe('lists of refunds in memory', () => refundListContract(shared(() => new InMemoryOrders())));
describe('money of orders in memory', () => orderMoneyContract(shared(() => new InMemoryOrders())));
describe('refund claims in memory', () => refundClaimsContract(shared(() => new InMemoryRefundClaims())));
describe('merchants in memory', () => merchantRepositoryContract(shared(() => new InMemoryMerchants())));
describe('remembered merchants over memory', () =>
  merchantRepositoryContract(() => {
    const stored = new InMemoryMerchants();
    return [new RecentMerchants(stored), new RecentMerchants(stored)];
  }));
describe('channel accounts in memory', () =>
  channelAccountsContract(shared(() => new InMemoryChannelAccounts())));
describe('channel fees in memory', () => channelFeesContract(shared(() => new InMemoryChannelFees())));
describe('logos in memory', () => logoStoreContract(shared(() => new InMemoryLogos())));
describe('nonces in memory', () => nonceStoreContract(shared(() => new InMemoryNonces())));
const clock = new SettableClock();
describe('events in memory', () =>
  eventLogContract(
    shared(() => new InMemoryEventLog(new Map(), clock)),
    clock,
  ));
describe('deliveries in memory', () =>
  deliveryQueueContract(
    shared(() => {
      const stored: InMemoryEvents = new Map();
      return {
        events: new InMemoryEventLog(stored, clock),
        deliveries: new InMemoryDeliveryQueue(stored),
      };
    }),
    clock,
  ));
describe('callbacks in memory', () => callbackInboxContract(shared(() => new InMemoryCallbackInbox())));
describe('operators’ tokens in memory', () =>
  operatorTokensContract(shared(() => new InMemoryOperatorTokens())));
describe('the audit log in memory', () => auditLogContract(shared(() => new InMemoryAuditLog())));
describe('reconciliations in memory', () =>
  reconciliationLogContract(shared(() => new InMemoryReconciliationLog())));
