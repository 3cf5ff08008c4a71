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
   * Makes every response, in progress or later, the last one of its connection. The `Connection` header of the response tells
   * the caller that the connection ends.
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
