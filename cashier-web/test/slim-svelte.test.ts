import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumLaunchOptions, findOrInstallChromium } from '@kassa/local-browser';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { chromium } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { slimSveltePlugin } from '../build/slim-svelte-plugin.ts';
import { svelteOptions } from '../build/svelte-options.ts';

let folder: string;
beforeAll(() => {
  // In a folder that Git ignores, so that checks that run at the same time do not read these files.
  const ignored = join(import.meta.dirname, '../../.kassa');
  mkdirSync(ignored, { recursive: true });
  folder = mkdtempSync(join(ignored, 'slim-svelte-'));
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

test('a list shows its items in their order, and keeps the elements of those that stay', async () => {
  writeFileSync(
    join(folder, 'list.svelte'),
    `<script>
      let items = $state.raw([{ id: 'a', text: '1' }, { id: 'b', text: '2' }, { id: 'c', text: '3' }]);
      window.show = (next) => { items = next; };
    </script>
    <ul>{#each items as item, at (item.id)}<li id={item.id}>{at} {item.text}</li>{/each}</ul>`,
  );
  const source = `import { flushSync, mount } from 'svelte';
    import List from './list.svelte';
    mount(List, { target: document.body });
    window.flush = flushSync;`;
  const { output } = (await buildOf('list.ts', source)) as Rolldown.RolldownOutput;
  const { executablePath } = await findOrInstallChromium({ onProgress: console.log });
  const browser = await chromium.launch({ executablePath, ...chromiumLaunchOptions() });
  const page = await browser.newPage();
  await page.setContent('<!doctype html>');
  await page.addScriptTag({ type: 'module', content: output[0].code });
  const shownAs = (ids: string) =>
    page.evaluate((wanted) => {
      const before = document.getElementById('c');
      Reflect.get(window, 'show')([...wanted].map((id) => ({ id, text: id.toUpperCase() })));
      Reflect.get(window, 'flush')();
      const texts = [...document.querySelectorAll('li')].map(({ textContent }) => textContent);
      return { texts, isSame: before !== null && before === document.getElementById('c') };
    }, ids);
  expect(await page.locator('li').allTextContents()).toEqual(['0 1', '1 2', '2 3']);
  expect(await shownAs('ac')).toEqual({ texts: ['0 A', '1 C'], isSame: true });
  expect(await shownAs('cdab')).toEqual({ texts: ['0 C', '1 D', '2 A', '3 B'], isSame: true });
  expect(await shownAs('')).toEqual({ texts: [], isSame: false });
  expect(await shownAs('c')).toEqual({ texts: ['0 C'], isSame: false });
  await browser.close();
});

test('the build refuses state that Svelte would watch deeply, because that part is left out', async () => {
  await expect(buildOf('deep.svelte.ts', 'export class Deep { list = $state([1]); }')).rejects.toThrow(
    'use $state.raw',
  );
});

test('the build refuses an error boundary, because that part is left out', async () => {
  const source = '<svelte:boundary><p>{Math.random()}</p></svelte:boundary>';
  await expect(buildOf('boundary.svelte', source)).rejects.toThrow('no error boundary');
});

test('the build refuses getAbortSignal, because that part is left out', async () => {
  const source = "import { getAbortSignal } from 'svelte'; export const signal = () => getAbortSignal();";
  await expect(buildOf('signal.svelte.ts', source)).rejects.toThrow('no getAbortSignal');
});

test('the build refuses a class that is stated twice, because it would not be removed', async () => {
  const source = '<script>let { on } = $props();</script><p class="quiet small" class:small={on}></p>';
  await expect(buildOf('twice.svelte', source)).rejects.toThrow('state each class');
});

test('the build says when Svelte’s sources no longer have a part that is to be left out', async () => {
  await expect(buildOf('nothing.ts', 'export const nothing = 0;')).rejects.toThrow(
    /Svelte no longer has: "export let hydrating = false;" in dom\/hydration\.js; .*proxy\.js/,
  );
});
