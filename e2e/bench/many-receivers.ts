import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the merchants answer: which share of first attempts they refuse, and the path of a merchant who does not answer. */
export interface Behaviour {
  readonly refusedPercent: number;
  readonly hangingPath?: string;
}

/** The receivers of many merchants. They are paths of one server. */
export class ManyReceivers {
  readonly #server = createServer((request, response) => {
    request.resume();
    this.#receive(request.url ?? '', String(request.headers['webhook-id']), response);
  });
  readonly #unanswered = new Set<ServerResponse>();
  #behaviour: Behaviour = { refusedPercent: 0 };
  readonly #arrivedAtMs = new Map<string, number>();
  readonly #acknowledged = new Set<string>();

  static async start(): Promise<ManyReceivers> {
    const receivers = new ManyReceivers();
    await new Promise<void>((resolve) => receivers.#server.listen(0, '127.0.0.1', resolve));
    return receivers;
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  behave(behaviour: Behaviour): void {
    this.#behaviour = behaviour;
  }

  /** When an event arrived first; undefined if it has not arrived. */
  arrivedAtMs(eventId: string): number | undefined {
    return this.#arrivedAtMs.get(eventId);
  }

  isAcknowledged(eventId: string): boolean {
    return this.#acknowledged.has(eventId);
  }

  /** Lets the merchant who does not answer acknowledge all events, including those that have arrived already. */
  recover(): void {
    this.#behaviour = { refusedPercent: this.#behaviour.refusedPercent };
    for (const response of this.#unanswered) response.end();
    this.#unanswered.clear();
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #receive(path: string, eventId: string, response: ServerResponse): void {
    const { refusedPercent, hangingPath } = this.#behaviour;
    const isFirst = !this.#arrivedAtMs.has(eventId);
    if (isFirst) this.#arrivedAtMs.set(eventId, Date.now());
    if (isFirst && percentOf(eventId) < refusedPercent) {
      response.writeHead(503).end();
      return;
    }
    response.on('finish', () => this.#acknowledged.add(eventId));
    if (path === hangingPath) this.#unanswered.add(response);
    else response.end();
  }
}

/** A number from 0 to 99 that depends only on the event's ID. */
function percentOf(eventId: string): number {
  return createHash('sha256').update(eventId).digest().readUInt32LE(0) % 100;
}
