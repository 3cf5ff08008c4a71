import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildCashier } from '../test/browser/build-cashier.ts';
import { CashierLab, desktop, phone, takePicture } from '../test/browser/cashier-lab.ts';
import { screenCases } from '../test/browser/screen-cases.ts';
import { readCashier } from '../test/browser/served-cashier.ts';

const help = `Takes the screenshots of the cashier for the documentation.

  npm run screenshots -w cashier-web -- [--to FOLDER] [NAME…]

Without names, all are taken. Exits with 1 if a picture is too large for the repository.`;

const { values, positionals } = parseArgs({
  options: {
    to: { type: 'string', default: join(import.meta.dirname, '../../docs/images/cashier') },
    help: { type: 'boolean' },
  },
  allowPositionals: true,
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
const folder = values.to;
/** The pictures are kept in the repository. */
const mostBytes = 120_000;

const light = { colorScheme: 'light', locale: 'en-GB' } as const;
const onPhone = { viewport: phone, ...light };
const onDesktop = { viewport: desktop, ...light };
const pictures = [
  { name: 'choosing-desktop', screen: 'branded', look: onDesktop },
  { name: 'choosing-phone', screen: 'branded', look: onPhone },
  { name: 'choosing-phone-arabic', screen: 'branded', look: { ...onPhone, locale: 'ar-EG' } },
  { name: 'choosing-desktop-dark', screen: 'branded', look: { ...onDesktop, colorScheme: 'dark' } },
  { name: 'card-mistakes-phone', screen: 'card-mistakes', look: onPhone },
  { name: 'processing-desktop', screen: 'processing', look: onDesktop },
  { name: 'failed-phone', screen: 'failed', look: onPhone },
  { name: 'paid-desktop', screen: 'paid', look: onDesktop },
] as const;

mkdirSync(folder, { recursive: true });
const built = mkdtempSync(join(tmpdir(), 'kassa-cashier-'));
await buildCashier(built);
const lab = await CashierLab.start(readCashier(built));
let isTooLarge = false;
for (const { name, screen, look } of pictures) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const screenCase = screenCases.find((one) => one.screen === screen);
  if (!screenCase) throw new Error(`There is no screen ${screen}.`);
  const service = await lab.startService();
  const { page } = await lab.openPage(look);
  screenCase.prepare?.(service);
  await page.goto(service.payUrl);
  await screenCase.reach(page, service);
  // Move the pointer away, because hovering over a button changes its colour.
  await page.mouse.move(0, 0);
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  const path = join(folder, `${name}.png`);
  await takePicture(page, path);
  const { size } = statSync(path);
  isTooLarge ||= size > mostBytes;
  console.log(`${size > mostBytes ? '✗' : '✓'} ${name}.png (${Math.ceil(size / 1_000)} kB)`);
  await page.context().close();
  await service.stop();
}
await lab.stop();
rmSync(built, { recursive: true });
process.exitCode = isTooLarge ? 1 : 0;
