import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request as send } from 'undici';

/** The fate of a forwarded call. */
export type Passing =
  | 'pass'
  /** The call reaches the other server and is processed, but the caller gets no answer. */
  | 'lose_answer'
  /** The call never arrives. */
  | 'lose_call'
  /** The call never reaches the other server. The caller waits until its own timeout. */
  | 'hang';

export interface ForwardedCall {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly atMs: number;
  readonly passing: Passing;
}

const ANSWER_TIMEOUT_MS = 45_000;

/** A proxy that forwards HTTP calls to another server, and loses some of them on request. */
export class Forwarder {
  readonly calls: ForwardedCall[] = [];
  readonly #server = createServer((request, response) => void this.#forward(request, response));
  readonly #agent = new Agent({ connections: 64, headersTimeout: ANSWER_TIMEOUT_MS });
  readonly #target: () => string | undefined;
  #decide: (call: Pick<ForwardedCall, 'method' | 'path' | 'body'>) => Passing = () => 'pass';

  private constructor(target: () => string | undefined) {
    this.#target = target;
  }

  /** @param target the target address, looked up for each call; undefined while there is none */
  static async start(target: () => string | undefined): Promise<Forwarder> {
    const forwarder = new Forwarder(target);
    forwarder.#server.listen(0, '127.0.0.1');
    await once(forwarder.#server, 'listening');
    return forwarder;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  behave(decide: (call: Pick<ForwardedCall, 'method' | 'path' | 'body'>) => Passing): void {
    this.#decide = decide;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
    await this.#agent.destroy();
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {});
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const call = { method: request.method ?? '', path: request.url ?? '', body: body.toString() };
      const passing = this.#decide(call);
      this.calls.push({ ...call, atMs: Date.now(), passing });
      if (passing === 'hang') return;
      const target = this.#target();
      if (passing === 'lose_call' || target === undefined) {
        response.destroy();
        return;
      }
      const {
        host: _,
        connection: __,
        'content-length': ___,
        'transfer-encoding': ____,
        ...headers
      } = request.headers;
      const answer = await send(`${target}${call.path}`, {
        method: call.method as 'GET' | 'POST',
        headers,
        body: body.length === 0 ? null : body,
        dispatcher: this.#agent,
      });
      const text = await answer.body.text();
      if (passing === 'lose_answer') {
        response.destroy();
        return;
      }
      response.writeHead(answer.statusCode, {
        'content-type': String(answer.headers['content-type'] ?? 'text/plain'),
      });
      response.end(text);
    } catch {
      // The target server did not answer. Break the caller's connection, because a caller without this proxy would see no
      // answer either.
      response.destroy();
    }
  }
}
