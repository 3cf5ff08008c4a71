import { describe, expect, it } from 'vitest';
import { isInRepository, readRepositoryFile } from './repository-file.ts';

const compose = readRepositoryFile('deploy/compose/compose.yaml');

describe('the compose file', () => {
  it('mounts only files that the repository has', () => {
    const mounted = [...compose.matchAll(/- (\.{1,2}\/[^:]+):\//g)].map(([, path = '']) => path);
    expect(mounted).toContain('./Caddyfile');
    const missing = mounted.filter((path) => !isInRepository(`deploy/compose/${path}`));
    expect(missing).toEqual([]);
  });

  it('uses only secrets that make-secrets.sh makes', () => {
    const script = readRepositoryFile('deploy/compose/make-secrets.sh');
    const files = [...compose.matchAll(/\{file: \.\/secrets\/([a-z-]+)\}/g)].map(([, name = '']) => name);
    const made = [...script.matchAll(/\| keep ([a-z-]+)$/gm)].map(([, name = '']) => name);
    expect(files.sort()).toEqual(made.sort());
  });

  it('contains no secret itself', () => {
    expect(compose).not.toMatch(/(TOKEN|KEYS?|PASSWORD|MONGODB_URI): \S/);
  });

  it('publishes no port of operations', () => {
    expect(compose).not.toMatch(/10040:/);
    for (const [, port = ''] of compose.matchAll(/- "?([^"\s]+:\d+):\d+"?/g)) {
      expect(port).toMatch(/^127\.0\.0\.1:/);
    }
  });
});
