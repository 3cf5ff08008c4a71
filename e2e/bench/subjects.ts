import { randomBytes } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { freePort } from '../src/free-ports.ts';
import { type GatewaySurroundings, type MeasuredGateway, startMeasuredGateway } from './measured-gateway.ts';
import { type PayingGateway, startPayingGateway } from './paying-gateway.ts';
import { type PeerName, startPeer } from './peers/start-peer.ts';
import { type BenchPlace, databaseOf } from './place.ts';
import type { Figures, Subject } from './subject.ts';

/** A server that is measured: a version of the gateway, or a peer. */
export interface MeasuredServer {
  readonly name: string;
  readonly isGateway: boolean;
  readonly databaseName: string;
  readonly start: (surroundings: GatewaySurroundings) => Promise<MeasuredGateway>;
}

/** The servers of a benchmark: all requested versions of the gateway, and then the peers. */
export function serversOf(place: BenchPlace, peers: readonly PeerName[]): readonly MeasuredServer[] {
  return [
    ...place.versions.map((version) => ({
      name: version.name,
      isGateway: true,
      databaseName: databaseOf(place, version.name),
      start: (surroundings: GatewaySurroundings) => startMeasuredGateway(surroundings, version),
    })),
    ...peers.map((peer) => ({
      name: peer,
      isGateway: false,
      databaseName: databaseOf(place, peer),
      start: (surroundings: GatewaySurroundings) => startPeer(peer, surroundings),
    })),
  ];
}

/** Starts a gateway without a processor or a merchant's receiver. Nothing listens at their addresses. */
export async function startLoneServer(
  mongoUri: string,
  { databaseName, start }: MeasuredServer,
): Promise<MeasuredGateway> {
  return start({
    mongoUri,
    databaseName,
    merchantPort: await freePort(),
    processor: {
      baseUrl: 'http://127.0.0.1:9',
      apiKey: randomBytes(16).toString('hex'),
      callbackSecret: randomBytes(16).toString('hex'),
    },
    webhookUrl: 'http://127.0.0.1:9/webhooks',
  });
}

/** Describes how to measure a server with its processor and its merchant. */
export interface PayingRounds<Prepared> {
  /** What to do before the first round. */
  prepare(paying: PayingGateway): Promise<Prepared>;
  round(paying: PayingGateway, prepared: Prepared): Promise<Figures>;
  verify?(paying: PayingGateway, prepared: Prepared, server: MeasuredServer): Promise<void>;
  readonly areCallbacksTimed?: boolean;
}

/** Makes a subject from a server with its processor and its merchant. */
export function payingSubject<Prepared>(
  { uri }: BenchPlace,
  server: MeasuredServer,
  { prepare, round, verify, areCallbacksTimed = false }: PayingRounds<Prepared>,
): () => Promise<Subject> {
  return async () => {
    const { name, databaseName, start } = server;
    const paying = await startPayingGateway({ mongoUri: uri, databaseName, start, areCallbacksTimed });
    try {
      const prepared = await prepare(paying);
      return {
        name,
        round: () => round(paying, prepared),
        verify: async () => verify?.(paying, prepared, server),
        stop: () => paying.stop(),
      };
    } catch (error) {
      await paying.stop();
      throw error;
    }
  };
}

/**
 * Checks that a database has as many orders in each state as expected, and no others.
 *
 * @throws {Error} if the numbers differ
 */
export async function expectOrders(
  uri: string,
  { name, databaseName, isGateway }: MeasuredServer,
  expected: Readonly<Record<string, number>>,
): Promise<void> {
  const collection = isGateway ? 'orders' : name === 'floor' ? 'floor_orders' : 'peer_orders';
  const client = await new MongoClient(uri).connect();
  try {
    const orders = client.db(databaseName).collection(collection);
    const counts: Record<string, number> = { all: await orders.countDocuments() };
    for (const state of Object.keys(expected)) {
      if (state === 'all') continue;
      counts[state] = await orders.countDocuments({ [isGateway ? 'order.state' : 'state']: state });
    }
    for (const [state, count] of Object.entries(expected)) {
      if (counts[state] !== count)
        throw new Error(`${name} has ${counts[state]} orders (${state}), but ${count} were expected`);
    }
  } finally {
    await client.close();
  }
}
