import { styleText } from 'node:util';
import { kassaAdmin } from './kassa-admin.ts';
import { promptAtTerminal } from './terminal/prompt.ts';

process.exitCode = await kassaAdmin(process.argv.slice(2), {
  environment: process.env,
  currentFolder: process.cwd(),
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  prompt: process.stdin.isTTY ? promptAtTerminal : undefined,
  // Load the database module only for the database commands, because it also loads the gateway's database adapter.
  openDatabase: async (environment) => {
    const { openDatabase } = await import('../composition/administer-database.ts');
    return openDatabase(environment);
  },
  // `styleText` uses colours only in a terminal, and none if NO_COLOR is set.
  highlight: (text) => styleText('red', text, { stream: process.stderr }),
});
