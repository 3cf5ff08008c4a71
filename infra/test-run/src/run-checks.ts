import { listChecksOfFiles, runChecks } from './checks.ts';
import { runCommand } from './run-command.ts';
import { closingLine } from './tally.ts';
import { typeChecks } from './type-checks.ts';

/** `npm run check` checks format, lint rules, types, layers and dead code. */
const build = await runCommand('turbo', ['run', 'build', '--output-logs=errors-only'], 'kept');
if (build.exitCode !== 0) console.log(build.output);
const tally = await runChecks([...typeChecks(), ...listChecksOfFiles()], {
  share: 'fair',
  atOnce: 2,
  tell: console.log,
});
if (build.exitCode !== 0) tally.failed += 1;
console.log(closingLine(tally));
process.exitCode = tally.failed === 0 ? 0 : 1;
