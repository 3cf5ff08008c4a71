import { createServer, type RequestListener, type Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { answerToBrokenRequest } from './answer-broken-request.ts';
import { RunningResponses } from './running-responses.ts';

const CHECK_CONNECTIONS_EVERY_MS = 1_000;
/** Longer than load balancers usually keep idle connections, so that the load balancer closes them first. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/**
 * A stopping server keeps serving for this long and tells each caller that its connection ends. A request that is
 * already on its way over an idle connection is thus answered and not cut off.
 */
const LINGER_MS = 300;

export interface ListeningServer {
  /** Lets running requests end, accepts no more connections, and closes the remaining ones. */
  close(): Promise<void>;
}

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Starts an HTTP server.
 *
 * @param requestTimeoutMs the time within which a request must arrive completely, so that slow senders cannot
 * keep sockets open
 *
 * @throws {NodeJS.ErrnoException} with the code EADDRINUSE when another program has the port
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
    // While an earlier request of this connection is being answered, the caller would mistake these bytes for
    // that answer.
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
 * A closing server no longer times out slow senders, so connections that are still open after that time are cut
 * off.
 */
async function closeServer(server: Server, patienceMs: number): Promise<void> {
  const impatience = setTimeout(() => server.closeAllConnections(), patienceMs);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  clearTimeout(impatience);
}
