import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '@kassa/debian-packages';
import type { Report } from './report.ts';
import { tryProgram } from './run-program.ts';

/** Lets systemd check the unit, if this machine has systemd's tools. */
export async function tryUnit(report: Report, repository: string, workFolder: string): Promise<void> {
  const title = 'Check the systemd unit with systemd-analyze';
  const analyze = findProgram(['systemd-analyze'], process.env);
  if (analyze === undefined) return report.cannotRun(title, 'this machine has no systemd-analyze');
  await report.step(title, async () => {
    const folder = join(repository, 'deploy/systemd');
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.service'))) {
      // The unit's program is not installed here, so replace it with one that is.
      const unit = readFileSync(join(folder, name), 'utf8').replace(
        /^ExecStart=\S+/m,
        `ExecStart=${process.execPath}`,
      );
      const copy = join(workFolder, name);
      writeFileSync(copy, unit);
      const { exitCode, output, errors } = await tryProgram(analyze, ['verify', copy]);
      rmSync(copy);
      const complaints = `${output}${errors}`.split('\n').filter((line) => line.includes(name));
      if (exitCode !== 0 || complaints.length > 0) throw new Error(`${name}:\n${output}${errors}`);
    }
  });
}
