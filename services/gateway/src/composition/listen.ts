import { createServer, type RequestListener, type Server } from 'node:http';

/** A request must have arrived completely within this; it ends slow senders that hold sockets open. */
const REQUEST_TIMEOUT_MS = 15_000;
const HEADERS_TIMEOUT_MS = 10_000;
const CHECK_CONNECTIONS_EVERY_MS = 2_000;
/** Longer than usual load balancers keep idle connections, so that they and not we close them. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';
}

export interface ListeningServer {
  /** Accepts no more connections and lets running requests end. */
  close(): Promise<void>;
}

/**
 * Starts an HTTP server.
 *
 * @throws {PortTakenError} naming the port and the variable that moves it
 */
export async function listen(
  handler: RequestListener,
  address: { host: string; port: number; purpose: string; variable: string },
): Promise<ListeningServer> {
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_CONNECTIONS_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    },
    handler,
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? portTaken(address) : error);
    });
    server.listen(address.port, address.host, resolve);
  });
  return { close: () => closeServer(server) };
}

function portTaken({ host, port, purpose, variable }: Parameters<typeof listen>[1]): PortTakenError {
  return new PortTakenError(
    `Port ${port} on ${host}, for ${purpose}, is taken by another program. Stop that program, or choose another port with ${variable}.`,
  );
}

async function closeServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
