import { isIP } from 'node:net';
import type { Middleware } from 'koa';
import { refused } from '../refused-error.ts';

/**
 * Refuses a request unless it has exactly one Host header. With two, a proxy and the gateway could each use a different one.
 * Only a request in HTTP/1.0 may lack the header, because some load balancers use HTTP/1.0 for health checks.
 *
 * If host names are given, every other host name is refused too. This prevents DNS rebinding, in which an attacker lets the
 * domain of a page point to this machine: such a page cannot reach the port through an operator's browser. IP addresses are
 * always accepted, because nobody can let them point to another machine.
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
