import { isIP } from 'node:net';
import type { Middleware } from 'koa';
import { refused } from '../refused-error.ts';

/**
 * Refuses a request unless it has exactly one Host header. If it had two, a proxy and the gateway could each believe a
 * different one. Only HTTP/1.0, in which some load balancers check the health of a server, works without it. If names are
 * given, also refuses every other name. Then a page from elsewhere whose domain was pointed to this machine cannot reach the
 * port through an operator's browser (DNS rebinding). IP addresses are always accepted: they cannot be pointed elsewhere.
 */
export function checkHost(names: readonly string[] | undefined): Middleware {
  return async function refuseOtherHosts(ctx, next) {
    const hosts = ctx.req.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
    const isOld = ctx.req.httpVersion === '1.0' && hosts.length === 0;
    if (isOld) return next();
    if (hosts.length !== 1) throw refused('INVALID_REQUEST', 'Send exactly one Host header.');
    const name = nameIn(ctx.req.headers.host ?? '');
    if (names !== undefined && isIP(name) === 0 && !names.includes(name)) {
      throw refused(
        'INVALID_REQUEST',
        'This host name is not known here. KASSA_OPERATIONS_NAMES lists the known ones.',
      );
    }
    await next();
  };
}

/** Returns the host name or IP address in a Host header, without the port, in lower case. */
function nameIn(host: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::[0-9]*)?$/.exec(host) ?? [];
  return (bracketed ?? plain ?? '').toLowerCase();
}
