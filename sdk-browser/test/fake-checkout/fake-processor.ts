import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { FakeOrder } from './fake-order.ts';

/** What happens to the next confirmation instead of a normal answer. */
export type ConfirmFault =
  /** The processor rejects input that its form had accepted. */
  | 'invalid'
  | 'cancelled'
  /** The payment is made, but the connection breaks before the answer. */
  | 'drop_answer'
  /** The connection breaks before the payment is made. */
  | 'drop'
  /** The payment is made, but no answer ever comes. */
  | 'silent'
  /** The form gets the answer that the payment succeeded, although no payment was made. */
  | 'lie';

interface Call {
  readonly attempt: string;
  readonly number: string;
  readonly wallet?: string;
  readonly decision: string;
}

/** A processor at an origin of its own. It serves its library, and answers the calls of the library's forms. */
export class FakeProcessor {
  readonly origin: string;
  readonly library: { readonly source: string; readonly url: string; readonly integrity: string };
  readonly confirmFaults: ConfirmFault[] = [];
  /** The attempts that were confirmed. An attempt that was confirmed twice is listed twice. */
  readonly confirmed: string[] = [];
  /** How often the library was asked for. */
  libraryRequests = 0;
  order: FakeOrder | null = null;
  readonly #server: Server;

  private constructor(server: Server, source: string) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const own = source.replace('PROCESSOR_ORIGIN', this.origin);
    const integrity = `sha384-${createHash('sha384').update(own).digest('base64')}`;
    this.library = { source: own, url: `${this.origin}/sdk/fake-library.js`, integrity };
    server.on('request', (request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<FakeProcessor> {
    const server = createServer();
    const source = await readFile(join(import.meta.dirname, 'fake-library.js'), 'utf8');
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new FakeProcessor(server, source);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (request.url === '/sdk/fake-library.js') {
      this.libraryRequests += 1;
      response.setHeader('Content-Type', 'text/javascript').end(this.library.source);
      return;
    }
    if (request.url === '/return') {
      // Send the message that only the gateway's return page may send.
      response.setHeader('Content-Type', 'text/html');
      response.end("<!doctype html><script>parent.postMessage('kassa:returned', '*')</script>");
      return;
    }
    const body = (await json(request)) as Call;
    const kind =
      request.url === '/client/challenge'
        ? this.order?.decide(body.attempt, body.decision === 'approve')
        : this.#confirm(body);
    // Break the connection in the middle of an answer. If a request got no answer at all, browsers would send it again by
    // themselves.
    if (kind === 'drop') response.writeHead(200).write('{', () => request.socket.destroy());
    else if (kind !== 'silent') response.end(JSON.stringify({ kind }));
  }

  #confirm({ attempt, number, wallet }: Call): string | undefined {
    this.confirmed.push(attempt);
    if (this.order) this.order.wallet = wallet ?? null;
    const fault = this.confirmFaults.shift();
    switch (fault) {
      case 'invalid':
      case 'cancelled':
      case 'drop':
        return fault;
      case 'drop_answer':
      case 'silent':
        this.order?.confirm(attempt, number);
        return fault === 'silent' ? 'silent' : 'drop';
      case 'lie':
        this.order?.confirm(attempt, '4000000000000002');
        return 'succeeded';
      case undefined:
        return this.order?.confirm(attempt, number);
    }
  }
}
