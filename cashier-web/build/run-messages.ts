import { writeFileSync } from 'node:fs';
import { generatedFiles } from './messages/generated-files.ts';

/**
 * `npm run messages -w cashier-web`: writes the TypeScript files that are generated from messages/en.json. Run it after you
 * have changed messages/en.json.
 */
for (const [path, source] of generatedFiles()) {
  writeFileSync(path, source);
  console.log(path);
}
