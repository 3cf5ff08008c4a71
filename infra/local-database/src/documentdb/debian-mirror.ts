import { execFileSync } from 'node:child_process';

/** How this machine gets Debian packages, read from its own apt configuration. */
export interface AptAccess {
  /**
   * The address of the Debian mirror. `undefined` if apt is configured for another distribution; debootstrap then uses its own
   * default.
   */
  readonly mirror: string | undefined;
  /** The environment variables with which download programs use the same proxy as apt. */
  readonly environment: NodeJS.ProcessEnv;
}

/**
 * Reads from apt's configuration which mirror and proxy this machine uses. Run `apt-get update` first, because apt does not
 * know the origin of its package sources before that.
 */
export function readAptAccess(environment: NodeJS.ProcessEnv): AptAccess {
  return {
    mirror: debianMirror(environment),
    environment: {
      ...environment,
      ...proxies(environment),
      DEBIAN_FRONTEND: 'noninteractive',
      LC_ALL: 'C.UTF-8',
    },
  };
}

function debianMirror(environment: NodeJS.ProcessEnv): string | undefined {
  const format = '$(ORIGIN) $(COMPONENT) $(CODENAME) $(REPO_URI)';
  const targets = execFileSync('apt-get', ['indextargets', '--format', format, 'Created-By: Packages'], {
    encoding: 'utf8',
    env: environment,
  });
  for (const line of targets.split('\n')) {
    const [origin, component, codename, uri] = line.split(' ');
    // Ignore package sources whose codename has a dash, such as `…-updates` and `…-security`. Their servers may not hold the
    // main archive.
    const isMainArchive = origin === 'Debian' && component === 'main' && !codename?.includes('-');
    if (isMainArchive && uri !== undefined && /^https?:/.test(uri)) return uri.replace(/\/$/, '');
  }
  return undefined;
}

function proxies(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const wanted = ['http_proxy', 'Acquire::http::Proxy', 'https_proxy', 'Acquire::https::Proxy'];
  const assignments = execFileSync('apt-config', ['shell', ...wanted], {
    encoding: 'utf8',
    env: environment,
  });
  const found: NodeJS.ProcessEnv = {};
  for (const [, name, value] of assignments.matchAll(/^(\w+)='(.*)'$/gm)) {
    if (name !== undefined && value !== undefined && value !== 'DIRECT') found[name] = value;
  }
  return found;
}
