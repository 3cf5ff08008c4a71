import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Keeps track of the responses in progress, so that a stopping server can end each connection together with its
 * response.
 */
export class RunningResponses {
  readonly #running = new Set<ServerResponse>();
  #areConnectionsEnding = false;

  add(response: ServerResponse): void {
    this.#running.add(response);
    response.once('close', () => this.#running.delete(response));
    if (this.#areConnectionsEnding) response.shouldKeepAlive = false;
  }

  /**
   * Makes each connection close after a response: the one in progress, or the next one if the connection is idle. The
   * response's `Connection` header tells the caller.
   */
  endConnections(): void {
    this.#areConnectionsEnding = true;
    for (const response of this.#running) response.shouldKeepAlive = false;
  }

  isAnswering(socket: Duplex): boolean {
    for (const response of this.#running) if (response.socket === socket) return true;
    return false;
  }
}
