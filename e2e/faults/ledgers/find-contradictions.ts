import type { Totals } from '../report/totals.ts';
import type { Merchant } from '../traffic/merchant.ts';
import type { World } from '../world.ts';
import { checkLedgers, type Invariant, type Violation } from './check-ledgers.ts';
import { keepEvidence } from './keep-evidence.ts';
import type { Ledgers } from './ledgers.ts';
import { readChannelLedger, readGatewayLedger } from './read-ledgers.ts';

const lostWrites: ReadonlySet<Invariant> = new Set([
  'acknowledged_order_exists',
  'acknowledged_refund_exists',
]);
const lostEvents: ReadonlySet<Invariant> = new Set(['events_without_gaps', 'event_reached_merchant']);
const beyond: ReadonlySet<Invariant> = new Set(['refunds_fit', 'money_returned_fits']);

export interface Findings {
  readonly ledgers: Ledgers;
  readonly violations: readonly Violation[];
}

/**
 * Compares the ledgers, which are the records that the gateway, the processor and the given merchants have of the same orders.
 * Returns the ledgers and the contradictions between them.
 */
export async function findContradictions(
  world: World,
  merchants: readonly Merchant[],
  totals: Totals,
): Promise<Findings> {
  const ledgers = await readLedgers(world, merchants);
  const violations = checkLedgers(ledgers);
  totals.lostWrites += count(violations, lostWrites);
  totals.lostEvents += count(violations, lostEvents);
  totals.refundsBeyondAmount += count(violations, beyond);
  for (const orderId of new Set(violations.map((violation) => violation.orderId))) {
    await keepEvidence(world, orderId);
  }
  return { ledgers, violations };
}

async function readLedgers(world: World, merchants: readonly Merchant[]): Promise<Ledgers> {
  const gateway = await readGatewayLedger(
    world.gatewayDatabase,
    merchants.map(({ merchantId }) => merchantId),
  );
  const acknowledged = {
    orders: merchants.flatMap((merchant) => merchant.acknowledged.orders),
    refunds: merchants.flatMap((merchant) => merchant.acknowledged.refunds),
    refusedRefunds: merchants.flatMap((merchant) => merchant.acknowledged.refusedRefunds),
  };
  const orderIds = new Set([...gateway.orders, ...acknowledged.orders].map(({ orderId }) => orderId));
  const payments = await readChannelLedger(world.processorDatabase, orderIds);
  const receipts = world.receiver.receipts.filter(({ orderId }) => orderIds.has(orderId));
  return { gateway, channel: { payments }, receipts, acknowledged };
}

function count(violations: readonly Violation[], kinds: ReadonlySet<Invariant>): number {
  return violations.filter(({ invariant }) => kinds.has(invariant)).length;
}
