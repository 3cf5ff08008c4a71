import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, constants } from 'node:zlib';

/** Stands before a service and sends what it answers compressed, as a gateway does. */
export class CompressingServer {
  readonly baseUrl: string;
  readonly #server: Server;
  readonly #target: string;
  readonly #compressed = new Map<string, Buffer>();

  private constructor(server: Server, target: string) {
    this.#server = server;
    this.#target = target;
    this.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (asked, answer) => void this.#pass(asked, answer));
  }

  static async start(target: string): Promise<CompressingServer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new CompressingServer(server, target);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { method = 'GET', headers, url = '/' } = asked;
    const passed = request(`${this.#target}${url}`, { method, headers });
    passed.end(await buffer(asked));
    const [response] = (await once(passed, 'response')) as [IncomingMessage];
    const body = await buffer(response);
    answer.statusCode = response.statusCode ?? 502;
    for (const name of ['content-type', 'content-security-policy']) {
      const value = response.headers[name];
      if (value) answer.setHeader(name, value);
    }
    if (url.startsWith('/api/')) answer.end(body);
    else answer.setHeader('Content-Encoding', 'br').end(this.#compress(url, body));
  }

  #compress(url: string, body: Buffer): Buffer {
    const known = this.#compressed.get(url);
    if (known) return known;
    const compressed = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
    this.#compressed.set(url, compressed);
    return compressed;
  }
}
