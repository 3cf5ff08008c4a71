import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type Certificate, secureContextOf } from './certificate.ts';

const CHECK_CONNECTIONS_EVERY_MS = 1_000;
/**
 * How long an idle connection stays open. Load balancers usually close idle connections before this time, so they do not send a
 * request over a connection that the gateway is just closing.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

export interface CreatedServer {
  readonly server: Server;
  /** The event with which the server reports a connection on which requests can now arrive. */
  readonly connectionEvent: 'connection' | 'secureConnection';
  /**
   * Sets the certificate for new connections. Open connections keep the previous one. A server without TLS ignores this call.
   */
  useCertificate(certificate: Certificate): void;
}

/** Creates a server that speaks HTTPS if it has a certificate, and otherwise HTTP. */
export function createServer(
  serve: RequestListener,
  requestTimeoutMs: number,
  certificate: Certificate | undefined,
): CreatedServer {
  const options = {
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: CHECK_CONNECTIONS_EVERY_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // The apps check the Host header themselves, so that a refusal has the usual envelope.
    requireHostHeader: false,
  };
  if (certificate === undefined) {
    const server = createHttpServer(options, serve);
    return { server, connectionEvent: 'connection', useCertificate: () => {} };
  }
  const handshake = { ...secureContextOf(certificate), handshakeTimeout: requestTimeoutMs };
  const server = createHttpsServer({ ...options, ...handshake }, serve);
  // If the TLS handshake fails, no answer can be sent.
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return {
    server,
    connectionEvent: 'secureConnection',
    useCertificate: (next) => server.setSecureContext(secureContextOf(next)),
  };
}
