import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { CreatedServer } from './create-server.ts';

/** The members of a connection's parser that this module uses. Node.js does not document them. */
interface ConnectionParser {
  onIncoming(request: IncomingMessage, shouldKeepAlive: boolean): number;
}

/** A value that makes the parser stop immediately. The server then emits `clientError`. */
const STOP_PARSING = -1;

/**
 * Refuses requests that arrive on a connection before the response to the earlier request has been sent (pipelining). The
 * server emits `clientError` for the connection.
 *
 * Node.js parses all requests of a packet together and keeps each of them until the connection closes. A packet can contain
 * thousands of requests, so callers that never read could fill the memory. Only the parser can stop in the middle of a packet.
 */
export function refusePipelinedRequests(
  { server, connectionEvent }: CreatedServer,
  isAnswering: (socket: Socket) => boolean,
): void {
  server.on(connectionEvent, (socket: Socket & { readonly parser?: ConnectionParser }) => {
    const { parser } = socket;
    if (parser === undefined) throw new Error('this version of Node.js gives no access to its HTTP parser');
    const onIncoming = parser.onIncoming.bind(parser);
    parser.onIncoming = (request, shouldKeepAlive) =>
      isAnswering(socket) ? STOP_PARSING : onIncoming(request, shouldKeepAlive);
  });
}
