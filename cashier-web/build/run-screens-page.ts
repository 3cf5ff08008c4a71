import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { screensPage } from './screens-page.ts';

/** Generates `screens.md`, the table of the cashier's screens. A test fails if the file is not up to date. */
writeFileSync(join(import.meta.dirname, '../screens.md'), screensPage());
