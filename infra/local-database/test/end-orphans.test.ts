import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endOrphans } from '../src/supervisor/end-orphans.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Starts a program in a folder. Like a stuck child of a dead server, it ignores signals that ask it to end. */
async function stubbornProgramIn(folder: string): Promise<ChildProcess> {
  const script = `for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => {});
    setInterval(() => {}, 1000); console.log('works');`;
  const child = spawn(process.execPath, ['-e', script], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

describe.runIf(process.platform === 'linux')('the processes that a dead server left behind', () => {
  test('are ended, and processes in other folders continue', async () => {
    const folder = temporaryFolder();
    const [left, other, elsewhere] = await Promise.all([
      stubbornProgramIn(folder),
      stubbornProgramIn(folder),
      stubbornProgramIn(temporaryFolder()),
    ]);
    const ended = Promise.all([once(left, 'exit'), once(other, 'exit')]);
    expect(await endOrphans(folder)).toBe(2);
    await ended;
    expect([left.signalCode, other.signalCode]).toEqual(['SIGKILL', 'SIGKILL']);
    expect(elsewhere.exitCode ?? elsewhere.signalCode).toBeNull();
  });

  test('are none if the folder does not exist', async () => {
    expect(await endOrphans('/no/such/folder')).toBe(0);
  });
});
