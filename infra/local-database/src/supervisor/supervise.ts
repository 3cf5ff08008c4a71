import { Supervisor } from './supervisor.ts';

// The start of the process that keeps a server running: `node supervise.ts <data folder>`. It has its own session, so that
// Ctrl-C in a terminal does not end it.
const dataFolder = process.argv[2];
if (dataFolder === undefined) throw new Error('Usage: supervise.ts <data folder>');

const supervisor = new Supervisor(dataFolder);
process.on('SIGTERM', () => void supervisor.stop());
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});
process.on('uncaughtException', (error) => {
  // End the database too: without its supervisor, nobody could find or stop it.
  console.error(error);
  process.exitCode = 1;
  void supervisor.stop();
});
await supervisor.start();
