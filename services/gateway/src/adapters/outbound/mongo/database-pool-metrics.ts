import type { MongoClient } from 'mongodb';
import { Gauge, type Registry } from 'prom-client';

/** Exports how many database connections this process has open and in use, and how many operations wait for one. */
export function exportDatabasePool(registry: Registry, client: Pick<MongoClient, 'on'>): void {
  // Remember the connections themselves. Some were opened before this function was called, so counting events would be wrong.
  const open = new Set<string>();
  const inUse = new Set<string>();
  let waiting = 0;
  client.on('connectionCreated', (event) => open.add(keyOf(event)));
  client.on('connectionClosed', (event) => {
    open.delete(keyOf(event));
    inUse.delete(keyOf(event));
  });
  client.on('connectionCheckOutStarted', () => {
    waiting += 1;
  });
  client.on('connectionCheckOutFailed', () => {
    waiting = Math.max(0, waiting - 1);
  });
  client.on('connectionCheckedOut', (event) => {
    waiting = Math.max(0, waiting - 1);
    open.add(keyOf(event));
    inUse.add(keyOf(event));
  });
  client.on('connectionCheckedIn', (event) => inUse.delete(keyOf(event)));
  new Gauge({
    name: 'kassa_database_connections',
    help: 'Database connections of this process, open and in use; waiting: operations that wait for a connection.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, open.size);
      this.set({ state: 'in_use' }, inUse.size);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}

function keyOf({ address, connectionId }: { address: string; connectionId: number | '<monitor>' }): string {
  return `${address} ${connectionId}`;
}
