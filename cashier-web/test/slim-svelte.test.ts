import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slimSveltePlugin } from '../build/slim-svelte-plugin.ts';
import { svelteOptions } from '../build/svelte-options.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(import.meta.dirname, 'slim-svelte-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function buildOf(name: string, source: string): Promise<unknown> {
  const input = join(folder, name);
  writeFileSync(input, source);
  return build({
    configFile: false,
    logLevel: 'silent',
    plugins: [svelte(svelteOptions), slimSveltePlugin()],
    build: { write: false, rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
  });
}

test('the build refuses state that Svelte would watch deeply, because that part is left out', async () => {
  await expect(buildOf('deep.svelte.ts', 'export class Deep { list = $state([1]); }')).rejects.toThrow(
    'use $state.raw',
  );
});

test('the build refuses an error boundary, because that part is left out', async () => {
  const source = '<svelte:boundary><p>{Math.random()}</p></svelte:boundary>';
  await expect(buildOf('boundary.svelte', source)).rejects.toThrow('no error boundary');
});

test('the build says when Svelte’s sources no longer have a part that is to be left out', async () => {
  await expect(buildOf('nothing.ts', 'export const nothing = 0;')).rejects.toThrow(
    /Svelte no longer has: "export let hydrating = false;" in dom\/hydration\.js; .*proxy\.js/,
  );
});
