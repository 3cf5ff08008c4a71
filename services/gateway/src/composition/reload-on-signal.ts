import type { GatewayConfig } from './config.ts';
import type { Gateway } from './start-gateway.ts';

/**
 * Reads the certificate again when the process receives SIGHUP, as web servers do. Without a certificate, SIGHUP keeps its usual
 * effect: it ends the process, for example because its terminal was closed.
 */
export function reloadOnSignal(
  gateway: Pick<Gateway, 'reloadCertificate'>,
  { certificateFiles }: Pick<GatewayConfig, 'certificateFiles'>,
): void {
  if (certificateFiles !== null) process.on('SIGHUP', () => void gateway.reloadCertificate());
}
