import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildCashier } from '../test/browser/build-cashier.ts';
import { CashierLab } from '../test/browser/cashier-lab.ts';
import { CompressingServer } from '../test/browser/compressing-server.ts';
import {
  type FirstLoad,
  measureFirstLoad,
  mostBlockedMs,
  mostShift,
  mostUsableMs,
} from '../test/browser/measure-first-load.ts';
import { readCashier } from '../test/browser/served-cashier.ts';

const help = `Measures the first load of the cashier on a phone with a slow 4G line and a processor that is four times slower.

  npm run speed -w cashier-web -- [--loads NUMBER] [--slower-by NUMBER]

Prints the median of all loads (9 by default). Exits with 1 if a median misses its goal. Run it on a machine that has nothing
else to do: every other program makes the page slower.`;

const { values } = parseArgs({
  options: {
    loads: { type: 'string', default: '9' },
    'slower-by': { type: 'string', default: '4' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  console.log(help);
  process.exit(0);
}

const built = mkdtempSync(join(tmpdir(), 'kassa-cashier-'));
await buildCashier(built);
const lab = await CashierLab.start(readCashier(built));
const service = await lab.startService();
const front = await CompressingServer.start(service.baseUrl);
const address = service.payUrl.replace(service.baseUrl, front.baseUrl);
const loads: FirstLoad[] = [];
// The first load does not count: the server compresses the files then, and the browser has just started.
for (let left = Number(values.loads); left >= 0; left -= 1) {
  loads.push(await measureFirstLoad(lab, address, { slowerBy: Number(values['slower-by']) }));
}
loads.shift();
await front.stop();
await service.stop();
await lab.stop();
rmSync(built, { recursive: true });

function print(name: string, of: (load: FirstLoad) => number, most: number, unit: string): boolean {
  const sorted = loads.map(of).sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const digits = unit === '' ? 3 : 0;
  const [shown, best, worst] = [median, sorted[0], sorted.at(-1)].map((value) => value?.toFixed(digits));
  const isMet = median <= most;
  console.log(
    `${isMet ? '✓' : '✗'} ${name}: median ${shown}${unit} (${best} to ${worst}), at most ${most}${unit}`,
  );
  return isMet;
}

const met = [
  print('card number can be typed', ({ usableMs }) => usableMs, mostUsableMs, ' ms'),
  print('total blocking time', ({ blockedMs }) => blockedMs, mostBlockedMs, ' ms'),
  print('layout shift', ({ shift }) => shift, mostShift, ''),
];
process.exitCode = met.every(Boolean) ? 0 : 1;
