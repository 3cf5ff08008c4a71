import { styleText } from 'node:util';
import { kassaAdmin } from './kassa-admin.ts';
import { promptAtTerminal } from './terminal/prompt.ts';

// The program that reads this command's output may stop reading early, as `head` does. The command still finishes what it does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await kassaAdmin(process.argv.slice(2), {
  environment: process.env,
  currentFolder: process.cwd(),
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
  prompt: process.stdin.isTTY ? promptAtTerminal : undefined,
  // Load the code for the database only when a command needs it, because it brings the whole database adapter with it.
  openDatabase: async (environment) => {
    const { openDatabase } = await import('../composition/administer-database.ts');
    return openDatabase(environment);
  },
  printShardCommands: async (environment) => {
    const { printShardCommands } = await import('../composition/administer-database.ts');
    return printShardCommands(environment);
  },
  archives: {
    openDatabase: async (environment) => (await loadArchives()).openDatabase(environment),
    verify: async (folder) => (await loadArchives()).verify(folder),
    read: async (folder, order) => (await loadArchives()).read(folder, order),
  },
  // Load the channels only when a trial needs them.
  tryChannel: async (request) => {
    const { tryChannel } = await import('../composition/try-channel.ts');
    return tryChannel(request);
  },
  // `styleText` uses colours only at a terminal. If NO_COLOR is set, it uses none.
  highlight: (text) => styleText('red', text, { stream: process.stderr }),
});

async function loadArchives() {
  const { archiveAdministration } = await import('../composition/administer-archive.ts');
  return archiveAdministration;
}
