import { createHash } from 'node:crypto';
import { orderStates, orderTransitions } from '@kassa/contracts';
import { describe, expect, it } from 'vitest';
import {
  contentSecurityPolicy,
  playgroundPolicy,
  withPolicy,
} from '../build/site/content-security-policy.ts';
import { findDeadLinks } from '../build/site/find-dead-links.ts';
import { stateDiagramSvg } from '../build/state-diagram.ts';

const page = (path: string, html: string) => ({ path, file: path, html });

describe('links of the finished site', () => {
  const dead = (html: string) =>
    findDeadLinks(
      [page('index.html', html), page('errors.html', '<h2 id="BUSY">BUSY</h2>')],
      import.meta.dirname,
    );

  it.each([
    '/docs/errors',
    '/docs/errors#BUSY',
    'errors#BUSY',
    '#here',
    '/docs/',
    'https://elsewhere.example/x',
  ])('pass if they lead somewhere: %s', (link) => {
    expect(dead(`<a id="here" href="${link}">x</a>`)).toEqual([]);
  });

  it.each(['/docs/eror', '/docs/errors#BUZY', '/errors', '#there', '/docs/pictures/none.png'])(
    'are reported if they lead nowhere: %s',
    (link) => {
      expect(dead(`<a id="here" href="${link}">x</a>`)).toHaveLength(1);
    },
  );
});

describe('the policy of the site', () => {
  const script = 'document.documentElement.classList.add("dark")';
  const html = `<!doctype html><html><head><script>${script}</script><script src="/docs/app.js"></script></head></html>`;

  it('allows only the built scripts to run, by their hashes', () => {
    const policy = contentSecurityPolicy([page('index.html', html), page('other.html', html)]);
    const hash = createHash('sha256').update(script).digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).not.toContain('http');
  });

  it('of the playground also allows a sandbox on the same computer, and no other place', () => {
    const policy = playgroundPolicy([page('playground.html', html)]);
    const hosts = [...policy.matchAll(/https?:\S*/g)].map(([host]) => host.replace(/;$/, ''));
    expect(new Set(hosts)).toEqual(new Set(['http://127.0.0.1:*', 'http://localhost:*']));
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });

  it('comes first in the page, before everything that it restricts', () => {
    expect(withPolicy(html, 'x')).toMatch(/<head>\s*<meta http-equiv="Content-Security-Policy" content="x">/);
  });
});

describe('a state diagram', () => {
  const rows = orderTransitions.map(({ from, to, cause }) => `  ${from} --> ${to}: ${cause}`);
  const svg = stateDiagramSvg(['stateDiagram-v2', '  [*] --> INIT', ...rows].join('\n'), 'States: Orders');

  it('shows every state by its name, and has a name itself', () => {
    for (const state of orderStates) expect(svg).toMatch(new RegExp(`<text[^>]*>${state}</text>`));
    expect(svg).toContain('role="img"');
    expect(svg).toContain('>States: Orders</title>');
  });

  it('has no colour of its own, so that it follows light and dark', () => {
    expect(svg).not.toMatch(/(fill|stroke)="(?!none)/);
  });

  it('is refused if it is not a simple one', () => {
    expect(() => stateDiagramSvg('graph TD\n  A --> B', 'x')).toThrow('Only state diagrams');
    expect(() => stateDiagramSvg('stateDiagram-v2\n  state A {', 'x')).toThrow('no move');
  });
});
