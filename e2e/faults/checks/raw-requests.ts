import type { EndpointPort } from '@kassa/contracts/endpoints';
import { type RawRequest, RawRequests } from '../hostile/raw-requests.ts';
import { sendRaw, statusesIn } from '../hostile/send-raw.ts';
import { Stage, type StageFacts } from '../hostile/stage.ts';
import { watchProcess } from '../hostile/watch-process.ts';
import type { CheckContext, FaultCheck } from '../report/fault-run.ts';

const REQUESTS = { full: 200_000, short: 5_000 } as const;
/** How many connections send requests at once. */
const AT_ONCE = 16;
const LONGEST_DELAY_MS = 100;
/** The memory may grow at most by this factor, from the second fifth of the requests to the last. */
const MOST_GROWTH = 1.3;
const SHOWN_FAULTS = 10;

/** Sends bytes that resemble requests to all ports of a separate gateway, and observes the gateway's delays and memory. */
export const rawRequests: FaultCheck = {
  title:
    'hundreds of thousands of spoilt raw requests on all ports get no 5xx, and neither delay nor enlarge the gateway',
  rows: [],
  isOnlyInFullForm: true,
  run: async (context) => {
    const stage = await Stage.start(context.world.database.uri, context.world.logFile);
    try {
      const sending = sendAll(context, stage.facts);
      const { delayMs, memoryMib } = await watchProcess(stage, sending);
      const [early, late] = [fifth(memoryMib, 1), fifth(memoryMib, 4)];
      context.measure('event loop p99 ms', delayMs);
      context.measure('MiB early', early);
      context.measure('MiB late', late);
      if (delayMs > LONGEST_DELAY_MS) {
        context.fault(`the event loop was delayed by ${delayMs.toFixed(0)} ms`);
      }
      if (late > MOST_GROWTH * early) {
        context.fault(`the memory grew from ${early.toFixed(0)} to ${late.toFixed(0)} MiB`);
      }
    } finally {
      await stage.stop();
    }
  },
};

async function sendAll({ random, mode, fault, measure, progress }: CheckContext, facts: StageFacts) {
  const ports: Readonly<Record<EndpointPort, number>> = {
    merchant: portOf(facts.merchantUrl),
    checkout: portOf(facts.checkoutUrl),
    operations: portOf(facts.operationsUrl),
  };
  const requests = new RawRequests(facts, random);
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  let left = REQUESTS[mode];
  let faults = 0;
  const judge = ({ port, bytes }: RawRequest, answers: string) => {
    const statuses = statusesIn(answers);
    if (statuses.length === 0) count('closed without an answer');
    for (const status of statuses) count(`${Math.floor(status / 100)}xx`);
    const failed = statuses.find((status) => status >= 500);
    if (failed === undefined) return;
    faults += 1;
    if (faults > SHOWN_FAULTS) return;
    const request = JSON.stringify(bytes.toString('latin1'));
    fault(`${failed} on port ${port} for ${request}: ${JSON.stringify(answers)}`);
  };
  const sendSome = async () => {
    while (left > 0) {
      left -= 1;
      if (left % 10_000 === 0) progress(`${left} raw requests are left`);
      const request = requests.next();
      judge(request, await sendRaw(ports[request.port], request.bytes));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendSome));
  for (const [name, figure] of [...counts].sort()) measure(name, figure);
}

/** Returns the mean of one fifth of the figures; the first fifth has the number 0. */
function fifth(figures: readonly number[], which: number): number {
  const length = Math.max(1, Math.floor(figures.length / 5));
  const part = figures.slice(which * length, (which + 1) * length);
  return part.reduce((sum, figure) => sum + figure, 0) / part.length;
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}
