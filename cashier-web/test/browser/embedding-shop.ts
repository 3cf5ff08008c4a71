import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FrameAttributes = Readonly<Record<string, string>>;

/** A shop at an origin of its own, whose page has a frame and writes down what it hears from it. */
export class EmbeddingShop {
  readonly origin: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => {
      const { searchParams } = new URL(request.url ?? '/', this.origin);
      response.setHeader('Content-Type', 'text/html').end(pageOf(Object.fromEntries(searchParams)));
    });
  }

  static async start(): Promise<EmbeddingShop> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new EmbeddingShop(server);
  }

  pageWith(frame: FrameAttributes): string {
    return `${this.origin}/cart?${new URLSearchParams(frame)}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function pageOf(frame: FrameAttributes): string {
  const attributes = Object.entries(frame).map(
    ([name, value]) => `${name}="${value.replaceAll('"', '&quot;')}"`,
  );
  return `<!doctype html><html lang="en"><title>The shop</title><style>
    body { margin: 24px; font: 16px system-ui } iframe { width: 100%; max-width: 480px; height: 600px; border: 1px solid #ccc }
    </style><main aria-label="Shop"><h1>The shop</h1>
    <iframe title="Checkout" ${attributes.join(' ')}></iframe><ol id="heard"></ol></main>
    <script>addEventListener('message', ({ data, origin }) => {
      const row = document.createElement('li');
      row.textContent = JSON.stringify(data) + ' from ' + origin;
      document.querySelector('#heard').append(row);
      const frame = document.querySelector('iframe');
      if (data.type === 'height' && !('fixed' in frame.dataset)) frame.style.height = data.height + 'px';
    })</script>`;
}
