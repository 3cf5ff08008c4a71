import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkServedCashier } from './check-served-cashier.ts';
import type { ScriptInventory } from './script-inventory.ts';

const help = `Compares a running cashier with the script inventory of its build.

  npm run inventory:check -w cashier-web -- --url http://127.0.0.1:10030 [--inventory FILE]

Without --inventory, the one in dist is taken. Exits with 1 when anything differs, with 2 when it could not look.`;

const { values } = parseArgs({
  options: { url: { type: 'string' }, inventory: { type: 'string' }, help: { type: 'boolean' } },
});
if (values.help || !values.url) {
  console.log(help);
  process.exit(values.help ? 0 : 2);
}
const file = values.inventory ?? join(import.meta.dirname, '../dist/script-inventory.json');
try {
  const inventory: ScriptInventory = JSON.parse(readFileSync(file, 'utf8'));
  const findings = await checkServedCashier(values.url, inventory);
  for (const finding of findings) console.error(`✗ ${finding}`);
  if (findings.length === 0) {
    console.log(
      `✓ The page and its ${inventory.files.length} scripts and stylesheets are those that were built.`,
    );
  }
  process.exitCode = findings.length === 0 ? 0 : 1;
} catch (error) {
  console.error(`The cashier at ${values.url} could not be checked: ${error}`);
  process.exitCode = 2;
}
