import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownCopiesPlugin } from '../build/own-copies-plugin.ts';
import { plainImportsPlugin } from '../build/plain-imports-plugin.ts';

let root: string;
beforeAll(() => {
  // In a folder that Git ignores, so that checks that run at the same time do not read these files.
  const ignored = join(import.meta.dirname, '../../.kassa');
  mkdirSync(ignored, { recursive: true });
  root = mkdtempSync(join(ignored, 'own-copies-'));
  mkdirSync(join(root, 'src/fields'), { recursive: true });
  write('index.html', '<script type="module" src="/src/main.ts"></script>');
  write('fields.html', '<script type="module" src="/src/fields/main.ts"></script>');
  write('src/main.ts', "import { shared } from './common.ts'; console.log('opens the order', shared);");
  write('src/common.ts', "export const shared = 'is shared';");
});
afterAll(() => rmSync(root, { recursive: true }));

const write = (file: string, content: string) => writeFileSync(join(root, file), content);

async function built(): Promise<Rolldown.RolldownOutput['output']> {
  const groups = [{ name: 'opening', test: /\/src\/main\.ts$/ }];
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [ownCopiesPlugin(), plainImportsPlugin()],
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: ['index.html', 'fields.html'], output: { codeSplitting: { groups } } },
    },
  })) as Rolldown.RolldownOutput;
  return output;
}

test('the page with card fields has its own copy of a module that the cashier also uses', async () => {
  write('src/fields/main.ts', "import { shared } from '../common.ts'; console.log(shared);");
  const output = await built();
  const chunk = output.find(({ name, type }) => type === 'chunk' && name === 'fields');
  expect(chunk).toMatchObject({ imports: [] });
  expect(chunk).toMatchObject({ code: expect.stringContaining('is shared') });
});

test('the build fails if the page with card fields would load the script that opens an order, even later', async () => {
  write('src/fields/main.ts', "void import('../later.ts');");
  write('src/later.ts', "import { shared } from './common.ts'; console.log(shared);");
  await expect(built()).rejects.toThrow(/fields\.html loads assets\/opening-[\w-]+\.js/);
});
