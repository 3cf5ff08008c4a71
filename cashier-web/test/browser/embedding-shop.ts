import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

export type FrameAttributes = Readonly<Record<string, string>>;

/** A shop at an origin of its own, whose page has a frame and writes down what it hears from it. */
export class EmbeddingShop {
  readonly origin: string;
  readonly #server: Server;
  #script: Promise<string> | undefined;

  private constructor(server: Server) {
    this.#server = server;
    this.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', this.origin);
      const parameters = Object.fromEntries(searchParams);
      if (pathname === '/embed.js') {
        void this.#embedScript().then((code) =>
          response.setHeader('Content-Type', 'text/javascript').end(code),
        );
        return;
      }
      // Frames inside of a sandboxed page may not leave it either.
      if (parameters.sandbox) response.setHeader('Content-Security-Policy', `sandbox ${parameters.sandbox}`);
      const page = pathname === '/embedded' ? embeddingPage(parameters.pay_url ?? '') : pageOf(parameters);
      response.setHeader('Content-Type', 'text/html').end(page);
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

  /** A page that shows the cashier with the SDK's embedCashier. `sandbox` restricts the page, if it is not empty. */
  embeddedAt(payUrl: string, sandbox: string): string {
    return `${this.origin}/embedded?${new URLSearchParams({ pay_url: payUrl, sandbox })}`;
  }

  #embedScript(): Promise<string> {
    this.#script ??= buildEmbed();
    return this.#script;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** The SDK's module `embed`, from its sources. */
async function buildEmbed(): Promise<string> {
  const entry = join(import.meta.dirname, '../../../sdk-browser/src/embed.ts');
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['es'] } },
  })) as Rolldown.RolldownOutput[];
  return built[0]?.output[0].code ?? '';
}

function embeddingPage(payUrl: string): string {
  return `<!doctype html><html lang="en"><title>The shop</title><main><h1>The shop</h1><div id="cashier"></div></main>
    <script type="module">import { embedCashier } from '/embed.js';
    embedCashier({ payUrl: ${JSON.stringify(payUrl)}, element: document.querySelector('#cashier'), autoReturn: false });
    </script>`;
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
