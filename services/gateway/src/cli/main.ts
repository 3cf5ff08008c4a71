import { styleText } from 'node:util';
import { kassaAdmin } from './kassa-admin.ts';
import { promptAtTerminal } from './terminal/prompt.ts';

process.exitCode = await kassaAdmin(process.argv.slice(2), {
  environment: process.env,
  currentFolder: process.cwd(),
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  prompt: process.stdin.isTTY ? promptAtTerminal : undefined,
  // Only the database commands load this module, because it also loads the gateway's database adapter.
  openDatabase: async (environment) => {
    const { openDatabase } = await import('../composition/administer-database.ts');
    return openDatabase(environment);
  },
  // Use colours only in a terminal, and not with NO_COLOR.
  highlight: (text) => styleText('red', text, { stream: process.stderr }),
});
