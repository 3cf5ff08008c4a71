import { Supervisor } from './supervisor.ts';

// Entry point of the supervisor, the process that keeps a database server running: `node supervise.ts <data folder>`. The
// supervisor has its own session, so Ctrl-C in a terminal does not end it.
const dataFolder = process.argv[2];
if (dataFolder === undefined) throw new Error('Usage: supervise.ts <data folder>');

const supervisor = new Supervisor(dataFolder);
process.on('SIGTERM', () => void supervisor.stop());
process.on('SIGINT', () => {});
process.on('SIGHUP', () => {});
process.on('uncaughtException', (error) => {
  // If the supervisor fails, it must stop the database too. Without a supervisor, nobody could find or stop the database.
  console.error(error);
  process.exitCode = 1;
  void supervisor.stop();
});
await supervisor.start();
