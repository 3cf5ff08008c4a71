import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The responses that a server is working on, so that connections can be ended with them. */
export class RunningResponses {
  readonly #running = new Set<ServerResponse>();
  #areConnectionsEnding = false;

  add(response: ServerResponse): void {
    this.#running.add(response);
    response.once('close', () => this.#running.delete(response));
    if (this.#areConnectionsEnding) response.shouldKeepAlive = false;
  }

  /** Makes every response from now on the last of its connection, and lets the response say so. */
  endConnections(): void {
    this.#areConnectionsEnding = true;
    for (const response of this.#running) response.shouldKeepAlive = false;
  }

  isAnswering(socket: Duplex): boolean {
    for (const response of this.#running) if (response.socket === socket) return true;
    return false;
  }
}
