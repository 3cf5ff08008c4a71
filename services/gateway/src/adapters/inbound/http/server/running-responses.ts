import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The responses in progress, so that the server can end each connection together with its response. */
export class RunningResponses {
  readonly #running = new Set<ServerResponse>();
  #areConnectionsEnding = false;

  add(response: ServerResponse): void {
    this.#running.add(response);
    response.once('close', () => this.#running.delete(response));
    if (this.#areConnectionsEnding) response.shouldKeepAlive = false;
  }

  /** Makes every later response the last of its connection, and sets the header that says so. */
  endConnections(): void {
    this.#areConnectionsEnding = true;
    for (const response of this.#running) response.shouldKeepAlive = false;
  }

  isAnswering(socket: Duplex): boolean {
    for (const response of this.#running) if (response.socket === socket) return true;
    return false;
  }
}
