import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A shop at another origin. It embeds the processor's form under a very strict content security policy. */
export class ShopSite {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(processorOrigin: string): Promise<ShopSite> {
    const policy = [
      "default-src 'none'",
      `script-src 'self' ${processorOrigin}`,
      `frame-src ${processorOrigin}`,
      "style-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
    ].join('; ');
    const answers: Readonly<Record<string, readonly [string, string | Buffer]>> = {
      '/shop.css': ['text/css', style],
      '/shop.js': ['text/javascript', script],
    };
    const server = createServer((request, response) => {
      const [type, body] = answers[request.url ?? ''] ?? ['text/html; charset=utf-8', page];
      response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': policy }).end(body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ShopSite(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/checkout`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

const script = readFileSync(new URL('./shop.js', import.meta.url));

const style = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; background: Canvas; color: CanvasText; }
button { margin-top: 1rem; min-height: 3rem; padding: 0 1.5rem; font: inherit; }
`;

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The shop</title>
<link rel="stylesheet" href="/shop.css">
<script src="/shop.js"></script>
</head>
<body>
<main>
<h1>Pay the shop</h1>
<div id="form"></div>
<button type="button" id="pay">Pay</button>
</main>
</body>
</html>
`;
