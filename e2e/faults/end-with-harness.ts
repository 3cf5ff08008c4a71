import type { ChildProcess } from 'node:child_process';

/**
 * Kills the process when the harness exits. A paused gateway, for example, would not notice by itself that the harness has
 * exited.
 */
export function endWithHarness(child: ChildProcess): void {
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
}
