import { writeFileSync } from 'node:fs';
import { generatedFiles } from './messages/generated-files.ts';

/** `npm run messages -w cashier-web`: writes what follows from messages/en.json. Run it after changing that file. */
for (const [path, source] of generatedFiles()) {
  writeFileSync(path, source);
  console.log(path);
}
