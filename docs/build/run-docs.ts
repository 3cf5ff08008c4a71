import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds the site with everything it needs, such as the SDKs’ declarations, and prints where it is. */
const { status } = spawnSync('turbo', ['run', 'build', '--filter=@kassa/docs', '--output-logs=errors-only'], {
  stdio: 'inherit',
});
if (status === 0) {
  console.log(`
The docs are in ${join(import.meta.dirname, '../dist')}
A running sandbox serves them at http://localhost:10020/docs/; another host serves the folder as /docs/.`);
}
process.exitCode = status ?? 1;
