import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Report } from './report.ts';
import { tryChart } from './try-chart.ts';
import { tryCompose } from './try-compose.ts';
import { tryImage } from './try-image.ts';
import { tryPrometheus } from './try-prometheus.ts';
import { tryUnit } from './try-unit.ts';

/**
 * `npm run deploy:try` deploys Kassa on this machine, as the guide "Deploying" says: it builds the image, starts the compose
 * file, pays through it, and checks the Helm chart and the systemd unit. `npm run deploy:try -- chart` runs only a part.
 */

const parts = ['image', 'compose', 'chart', 'prometheus', 'unit'];
const repository = resolve(import.meta.dirname, '../../..');
const workFolder = join(repository, '.kassa/deploy-try');
const wanted = process.argv.slice(2);
const unknown = wanted.filter((part) => !parts.includes(part));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts are ${parts.join(', ')}.`);
  process.exit(2);
}

const runs = (part: string) => wanted.length === 0 || wanted.includes(part);
const report = new Report(console.log);
mkdirSync(workFolder, { recursive: true });
if (runs('image') || runs('compose')) {
  const images = await tryImage(
    report,
    repository,
    workFolder,
    runs('image') ? 'anew' : 'unless there is one',
  );
  if (runs('compose') && images === undefined) report.cannotRun('The compose file', 'there is no image');
  else if (runs('compose') && images !== undefined) {
    await tryCompose(report, { ...images, repository, workFolder });
  }
}
if (runs('chart')) await tryChart(report, repository, workFolder);
if (runs('prometheus')) await tryPrometheus(report, repository);
if (runs('unit')) await tryUnit(report, repository, workFolder);

console.log(`\n${report.closingLine()}`);
process.exitCode = report.hasFailed ? 1 : 0;
