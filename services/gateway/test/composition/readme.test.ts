import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { channelKinds } from '../../src/adapters/outbound/channels/channel-kinds.ts';
import { oneOfEach } from '../port-contracts/alerts-contract.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const variablePattern = /'((?:KASSA|SANDBOX_PROCESSOR|MONGODB|OTEL)_[A-Z_]+)'/g;
/** What reads the environment variables. */
const readers = ['config', 'read-alerts', 'read-tracing']
  .map((name) => read(`src/composition/${name}.ts`))
  .join('\n');

test('the README lists exactly the environment variables that the gateway reads', () => {
  const isRead = new Set([
    ...[...readers.matchAll(variablePattern)].map(([, name]) => name),
    ...channelKinds.flatMap((kind) => (kind.accounts === 'stored' ? [kind.urlVariable] : [])),
  ]);
  const isListed = [...read('README.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(isListed.toSorted()).toEqual([...isRead].sort());
});

test('the README and the checklist of going live name the secrets that can come from a file or a command', () => {
  const ofGateway = [...readers.matchAll(/readSecret(?:<[^>]*>)?\(\s*'([A-Z_]+)'/g)].map(
    ([, name = '']) => name,
  );
  const [, paragraph = ''] =
    /\*\*Secrets from files\.\*\*(.*?)can be in a file/s.exec(read('README.md')) ?? [];
  expect(ofGateway.length).toBeGreaterThan(5);
  expect([...paragraph.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name).sort()).toEqual(
    ofGateway.toSorted(),
  );
  const [, item = ''] =
    /_FILE=\S+\. This works for (.*?)\.\n/s.exec(read('../../docs/guides/going-live.md')) ?? [];
  const ofProduction = ofGateway.filter((name) => !name.startsWith('SANDBOX_'));
  expect([...item.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name).sort()).toEqual(ofProduction.toSorted());
});

test('the README lists exactly the kinds of alerts that there are', () => {
  const [, afterHeading = ''] = read('README.md').split('\n| `kind` | What happened |\n|---|---|\n');
  const [table = ''] = afterHeading.split('\n\n');
  const isListed = [...table.matchAll(/^\| `([a-z_]+)` \| /gm)].map(([, kind]) => kind);
  expect(isListed.toSorted()).toEqual(Object.keys(oneOfEach).sort());
});

test.each(['README.md', '../../README.md'])('%s says which processors production has', (file) => {
  const text = read(file).replaceAll('\n', ' ');
  expect(text).toContain('`ProcessorA`');
  expect(text).toContain('`ProcessorB`');
  expect(text).toContain('kassa-admin channel add');
});
