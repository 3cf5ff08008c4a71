import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** A call that is sent exactly as written: no path is normalised, and no header is added or removed. */
export interface HttpCall {
  readonly method: string;
  /** Path and query as they go on the wire. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface HttpAnswer {
  /** What it answers. */
  readonly call: Pick<HttpCall, 'method' | 'target'>;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The bytes of the answer's body, for bodies that are not text. */
  readonly bytes: Buffer;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

export function send(baseUrl: string, call: HttpCall): Promise<HttpAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const outgoing = request({
    agent,
    host: hostname,
    port,
    method: call.method,
    path: call.target,
    headers: {
      ...call.headers,
      ...(call.body !== undefined && { 'content-length': String(Buffer.byteLength(call.body)) }),
    },
  });
  outgoing.once('error', reject);
  outgoing.once('response', (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.once('error', reject);
    response.once('end', () => {
      const bytes = Buffer.concat(chunks);
      const { statusCode: status = 0, headers } = response;
      resolve({ call, status, headers, text: bytes.toString(), bytes });
    });
  });
  outgoing.end(call.body);
  return promise;
}
