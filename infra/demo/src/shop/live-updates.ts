import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Html } from './html.ts';

/** A part of a page that has changed: it replaces the element of that id, or goes in at its beginning. */
export interface Fragment {
  readonly elementId: string;
  readonly how: 'replace' | 'prepend';
  readonly markup: Html;
}

/** Proxies and browsers drop connections on which nothing is said for long. */
const HEARTBEAT_MS = 20_000;

/** Tells open pages what has changed, by Server-Sent Events. */
export class LiveUpdates {
  readonly #listeners = new Set<ServerResponse>();
  // Numbers start anew with each process; this tells those of an earlier one apart.
  readonly #run = randomBytes(4).toString('hex');
  #changes = 0;
  readonly #heartbeat = setInterval(() => this.#send(': still here\n\n'), HEARTBEAT_MS).unref();

  /** What a page carries to say how much it shows already. */
  get version(): string {
    return `${this.#run}.${this.#changes}`;
  }

  /** @param version of the page that listens; a page that missed something is told to load itself again */
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
