import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { screensPage } from './screens-page.ts';

/** Writes screens.md. A test says whether it is up to date. */
writeFileSync(join(import.meta.dirname, '../screens.md'), screensPage());
