import { kassaAdmin } from './kassa-admin.ts';

process.exitCode = await kassaAdmin(process.argv.slice(2), {
  environment: process.env,
  currentFolder: process.cwd(),
  write: (text) => process.stdout.write(text),
  writeError: (text) => process.stderr.write(text),
});
