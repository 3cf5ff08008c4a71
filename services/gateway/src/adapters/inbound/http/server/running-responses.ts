import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Keeps track of the responses in progress, at most one for each connection. A stopping server can then close each connection
 * right after its response.
 */
export class RunningResponses {
  readonly #bySocket = new Map<Duplex, ServerResponse>();
  #areConnectionsEnding = false;

  /** Whether the connection is still busy with an earlier request. */
  isAnswering(socket: Duplex): boolean {
    return this.#bySocket.has(socket);
  }

  add({ socket }: IncomingMessage, response: ServerResponse): void {
    this.#bySocket.set(socket, response);
    response.once('close', () => this.#bySocket.delete(socket));
    if (this.#areConnectionsEnding) response.shouldKeepAlive = false;
  }

  /**
   * Reads no further request from a connection, and closes it after the response in progress. If the request for that response
   * has not arrived completely, the connection closes immediately. Otherwise, the response might wait for ever for the rest of
   * the request.
   */
  endConnection(socket: Duplex): void {
    const response = this.#bySocket.get(socket);
    if (response === undefined) return;
    if (!response.req.complete) {
      socket.destroy();
      return;
    }
    socket.pause();
    response.shouldKeepAlive = false;
    response.once('finish', () => socket.end());
  }

  /**
   * Makes each connection close after a response: the one in progress, or the next one if the connection is idle. The
   * response's `Connection` header tells the caller.
   */
  endConnections(): void {
    this.#areConnectionsEnding = true;
    for (const response of this.#bySocket.values()) response.shouldKeepAlive = false;
  }

  /** Limits how long a caller may read nothing of a response that the gateway has begun to send. */
  limitIdleReaders(idleMs: number): void {
    for (const { headersSent, socket } of this.#bySocket.values()) {
      if (headersSent && socket !== null && socket.timeout !== idleMs) socket.setTimeout(idleMs);
    }
  }
}
