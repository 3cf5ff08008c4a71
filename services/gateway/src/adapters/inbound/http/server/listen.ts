import type { RequestListener, Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { answerToBrokenRequest } from './answer-broken-request.ts';
import type { Certificate } from './certificate.ts';
import { type ConnectionLimits, limitConnections } from './connection-limits.ts';
import { createServer } from './create-server.ts';
import { refusePipelinedRequests } from './one-request-at-a-time.ts';
import { RunningResponses } from './running-responses.ts';

const CHECK_READERS_EVERY_MS = 1_000;
/**
 * How long a stopping server still answers new requests on open connections. So a request that was already on its way when the
 * server began to stop still gets an answer. Each answer tells the caller that the connection closes.
 */
const LINGER_MS = 300;
/**
 * How long a caller may read nothing of a response that the gateway is sending. Each time the caller reads a piece, this time
 * starts again, so a slow network does not close the connection.
 */
const IDLE_READER_MS = 20_000;

export interface ListeningServer {
  /** Stops the server: running requests may end, new connections are refused, and idle connections are closed. */
  close(): Promise<void>;
  /** Sets the certificate for new connections. A server without TLS ignores this call. */
  useCertificate(certificate: Certificate): void;
}

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

export interface ServerLimits {
  /** The time within which a whole request must arrive, so that slow senders cannot keep connections open. */
  readonly requestTimeoutMs: number;
  readonly connections: ConnectionLimits;
  readonly idleReaderMs?: number;
  /** Headers of the answers that the server gives before any app sees the request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The certificate with which the server speaks TLS. If it is absent, the server speaks plain HTTP. */
  readonly certificate?: Certificate | undefined;
}

/**
 * Starts a server for HTTP, or for HTTPS if there is a certificate.
 *
 * A connection carries one request at a time. If a caller sends another request before it has the response to the previous one
 * (pipelining), the server closes the connection after that response and processes none of the later requests. Otherwise, one
 * caller could make the gateway keep thousands of responses that nobody reads. Clients pipeline only if they are configured to,
 * and RFC 9112 (section 9.3.2) expects such clients to send unanswered requests again.
 *
 * @throws {NodeJS.ErrnoException} with the code EADDRINUSE when another program uses the port
 */
export async function listen(
  handler: RequestListener,
  address: ListenAddress,
  limits: ServerLimits,
): Promise<ListeningServer> {
  const { requestTimeoutMs, connections, idleReaderMs = IDLE_READER_MS, headers = {} } = limits;
  const running = new RunningResponses();
  const serve: RequestListener = (request, response) => {
    running.add(request, response);
    handler(request, response);
  };
  const created = createServer(serve, requestTimeoutMs, limits.certificate);
  const { server } = created;
  // Without this handler, Node.js itself would answer a request with an unknown `Expect` header.
  server.on('checkExpectation', serve);
  limitConnections(server, connections);
  refusePipelinedRequests(created, (socket) => running.isAnswering(socket));
  const watch = setInterval(() => running.limitIdleReaders(idleReaderMs), CHECK_READERS_EVERY_MS);
  server.on('clientError', (error, socket) => {
    // While the gateway answers an earlier request on this connection, send no error message. The caller would read it as part
    // of that answer.
    if (running.isAnswering(socket)) running.endConnection(socket);
    else if (!socket.writable) socket.destroy();
    else socket.end(answerToBrokenRequest(error, headers), () => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return {
    close: async () => {
      running.endConnections();
      await delay(LINGER_MS);
      await closeServer(server, requestTimeoutMs);
      clearInterval(watch);
    },
    useCertificate: created.useCertificate,
  };
}

/**
 * Closes the server. Node.js no longer times out slow senders while a server closes, so connections that are still open
 * after `patienceMs` are cut off.
 */
async function closeServer(server: Server, patienceMs: number): Promise<void> {
  const impatience = setTimeout(() => server.closeAllConnections(), patienceMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  clearTimeout(impatience);
}
