import { createServer, type RequestListener, type Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { answerToBrokenRequest } from './answer-broken-request.ts';
import { RunningResponses } from './running-responses.ts';

const CHECK_CONNECTIONS_EVERY_MS = 1_000;
/**
 * How long an idle connection stays open. Load balancers usually close idle connections earlier, so they never send a
 * request over a connection that the gateway is closing.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/**
 * How long a stopping server still answers new requests on open connections. So a request that was already on its way when the
 * server began to stop gets an answer. Each answer tells the caller that the connection ends.
 */
const LINGER_MS = 300;

export interface ListeningServer {
  /** Stops the server: running requests may end, new connections are refused, and idle connections are closed. */
  close(): Promise<void>;
}

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Starts an HTTP server.
 *
 * @param requestTimeoutMs the time within which a whole request must arrive, so that slow senders cannot keep
 * connections open
 * @throws {NodeJS.ErrnoException} with the code EADDRINUSE when another program uses the port
 */
export async function listen(
  handler: RequestListener,
  address: ListenAddress,
  requestTimeoutMs: number,
): Promise<ListeningServer> {
  const running = new RunningResponses();
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: CHECK_CONNECTIONS_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    },
    (request, response) => {
      running.add(response);
      handler(request, response);
    },
  );
  server.on('clientError', (error, socket) => {
    // If the gateway is still answering an earlier request of this connection, close the connection without an error
    // message. The caller would read the message as part of that answer.
    if (!socket.writable || running.isAnswering(socket)) socket.destroy();
    else socket.end(answerToBrokenRequest(error), () => socket.destroy());
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
    },
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
