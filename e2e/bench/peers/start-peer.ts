import { generateKeyPairSync } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { GatewaySurroundings, MeasuredGateway } from '../measured-gateway.ts';
import { ServerProcess } from '../server-process.ts';
import type { PeerSettings } from './peer.ts';

/** The servers with which the gateway is compared. Both make the same exchanges as the gateway. */
export type PeerName = 'floor' | 'express';

/** Starts a peer in its own process. It serves all exchanges on one port. */
export async function startPeer(
  name: PeerName,
  { mongoUri, databaseName, merchantPort, processor, webhookUrl }: GatewaySurroundings,
): Promise<MeasuredGateway> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const settings: PeerSettings = {
    publicKeyPem: keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    mongoUri,
    databaseName,
    port: merchantPort,
    processor,
    webhookUrl,
  };
  const { process } = await ServerProcess.start(
    fileURLToPath(new URL(`./${name}-server.ts`, import.meta.url)),
    [],
    { PEER_SETTINGS: JSON.stringify(settings) },
    /the peer is ready/,
  );
  const url = `http://127.0.0.1:${merchantPort}`;
  return { process, merchantUrl: url, checkoutUrl: url, merchantId: 'mer_peer', privateKey: keys.privateKey };
}
