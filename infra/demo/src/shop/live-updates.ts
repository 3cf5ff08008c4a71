import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Html } from './html.ts';

/**
 * New markup for a part of an open page. It either replaces the element whose ID is `elementId`, or is inserted at the start of
 * that element.
 */
export interface Fragment {
  readonly elementId: string;
  readonly how: 'replace' | 'prepend';
  readonly markup: Html;
}

/**
 * How often the server sends a heartbeat on an open connection. Without heartbeats, proxies and browsers would close a
 * connection that is idle for a long time.
 */
const HEARTBEAT_MS = 20_000;

/** Sends changes to open pages by Server-Sent Events. */
export class LiveUpdates {
  readonly #listeners = new Set<ServerResponse>();
  // A random part of every version number. Each process counts changes from 0, so without this part a new process would repeat
  // the version numbers of an earlier one.
  readonly #run = randomBytes(4).toString('hex');
  #changes = 0;
  readonly #heartbeat = setInterval(() => this.#send(': still here\n\n'), HEARTBEAT_MS).unref();

  /** The version that a page shows. */
  get version(): string {
    return `${this.#run}.${this.#changes}`;
  }

  /** @param version of the listening page; a page that missed a change gets the message to reload */
  listen(request: IncomingMessage, response: ServerResponse, version: string | null): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const shown = request.headers['last-event-id'] ?? version;
    response.write(shown === this.version ? ': listening\n\n' : 'event: stale\ndata: \n\n');
    this.#listeners.add(response);
    response.once('close', () => this.#listeners.delete(response));
  }

  publish(fragments: readonly Fragment[]): void {
    this.#changes += 1;
    const data = JSON.stringify(fragments.map((fragment) => ({ ...fragment, markup: fragment.markup.text })));
    this.#send(`id: ${this.version}\ndata: ${data}\n\n`);
  }

  stop(): void {
    clearInterval(this.#heartbeat);
    for (const listener of this.#listeners) listener.end();
  }

  #send(text: string): void {
    for (const listener of this.#listeners) listener.write(text);
  }
}
