import type { ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { LoopbackServer } from '../../support/loopback-server.ts';

export interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly atMs: number;
}

type Answer = (response: ServerResponse) => unknown;

/** A server with the webhook receivers of several merchants, each at its own path. A test decides how each receiver answers. */
export class ScriptedReceiver {
  #server!: LoopbackServer;
  readonly #answers = new Map<string, Answer>();
  readonly #received = new Map<string, ReceivedRequest[]>();

  static async start(): Promise<ScriptedReceiver> {
    const receiver = new ScriptedReceiver();
    receiver.#server = await LoopbackServer.start(async (request, response) => {
      const atMs = Date.now();
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const path = request.url ?? '';
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      const received = { headers, body: Buffer.concat(chunks).toString(), atMs };
      receiver.#received.get(path)?.push(received);
      (receiver.#answers.get(path) ?? acknowledge)(response);
    });
    return receiver;
  }

  newUrl(answer: Answer = acknowledge): string {
    const path = `/hook/${this.#received.size + 1}`;
    this.#received.set(path, []);
    this.#answers.set(path, answer);
    return `${this.#server.url}${path}`;
  }

  /** How the receiver answers from now on. */
  answer(url: string, answer: Answer): void {
    this.#answers.set(new URL(url).pathname, answer);
  }

  /** What arrived at a receiver so far. */
  at(url: string): readonly ReceivedRequest[] {
    return this.#received.get(new URL(url).pathname) ?? [];
  }

  /** Waits until the given number of webhooks has arrived at an address, and returns them. */
  async arrived(url: string, count: number): Promise<readonly ReceivedRequest[]> {
    await expect.poll(() => this.at(url).length, { interval: 5 }).toBeGreaterThanOrEqual(count);
    return this.at(url);
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }
}

export function acknowledge(response: ServerResponse): void {
  response.end('thank you');
}

export function status(code: number, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) => response.writeHead(code, headers).end('no');
}
