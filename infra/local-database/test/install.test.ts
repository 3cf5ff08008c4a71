import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { installDocumentDb } from '../src/documentdb/install.ts';
import { rootfsFolder } from '../src/documentdb/rootfs.ts';
import { standInProgram } from './stand-in-program.ts';
import { temporaryFolder } from './temporary-folder.ts';

const onProgress = () => {};

describe('the installation of DocumentDB', () => {
  test('ends all steps at once if one fails, says why, and does not count as finished the next time', async () => {
    const programs = temporaryFolder();
    standInProgram(programs, 'go', 'echo "no such module"; exit 1');
    standInProgram(programs, 'apt-get', 'exec sleep 600');
    const environment = { PATH: `${programs}:${process.env.PATH}`, XDG_CACHE_HOME: temporaryFolder() };
    for (const _attempt of ['first', 'second']) {
      const installation = installDocumentDb(environment, onProgress);
      await expect(installation).rejects.toThrow(/^Building FerretDB .* failed \(exit 1\).*no such module/s);
      expect(existsSync(rootfsFolder(environment))).toBe(false);
    }
  });

  test('removes what an interrupted installation left behind', async () => {
    const programs = temporaryFolder();
    standInProgram(programs, 'go', 'exit 1');
    standInProgram(programs, 'apt-get', 'exit 1');
    const environment = { PATH: programs, XDG_CACHE_HOME: temporaryFolder() };
    const unfinished = `${rootfsFolder(environment)}.unfinished`;
    mkdirSync(unfinished, { recursive: true });
    writeFileSync(join(unfinished, 'half-written'), '');
    await expect(installDocumentDb(environment, onProgress)).rejects.toThrow(/failed/);
    expect(readdirSync(unfinished)).toEqual([]);
  });

  test('is used as it is once it is finished, and runs nothing', async () => {
    const environment = { PATH: temporaryFolder(), XDG_CACHE_HOME: temporaryFolder() };
    mkdirSync(rootfsFolder(environment), { recursive: true });
    expect(await installDocumentDb(environment, onProgress)).toBe(rootfsFolder(environment));
  });
});
