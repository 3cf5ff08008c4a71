import { preparePython } from '../hostile/python-environment.ts';
import { type Interface, runSchemathesis } from '../hostile/run-schemathesis.ts';
import { Stage } from '../hostile/stage.ts';
import type { FaultCheck } from '../report/fault-run.ts';

const LARGEST_SEED = 2 ** 31 - 1;

/**
 * The gateway's interfaces, in the order in which they are tested. The operations interface is last, because its requests can
 * move the clock and can change what the tests of the other interfaces rely on.
 */
const interfaces: readonly Interface[] = [
  { name: 'merchant', paths: '^/api/merchant/', url: ({ merchantUrl }) => merchantUrl },
  { name: 'callbacks', paths: '^/api/webhook/', url: ({ merchantUrl }) => merchantUrl },
  { name: 'checkout', paths: '^/api/web/', url: ({ checkoutUrl }) => checkoutUrl },
  { name: 'operations', paths: '^/(admin|health|metrics)', url: ({ operationsUrl }) => operationsUrl },
];

/**
 * Tests whether every interface answers as its OpenAPI document says. The requests go to a separate gateway that is started
 * only for this check.
 */
export const hostileRequests: FaultCheck = {
  title:
    'whatever the OpenAPI document allows and whatever it forbids is answered as it says, and never with a 5xx',
  rows: [],
  isOnlyInFullForm: true,
  run: async (context) => {
    const { world, mode, random, progress } = context;
    const python = await preparePython(progress);
    const seed = random.between(1, LARGEST_SEED);
    const examples = mode === 'full' ? 60 : 10;
    const stage = await Stage.start(world.database.uri, world.logFile);
    try {
      for (const part of interfaces) {
        const { requests, outcomes, findings } = await runSchemathesis(python, stage.facts, part, {
          seed,
          examples,
        });
        context.measure(`${part.name} requests`, requests);
        progress(`${part.name}: ${requests} requests, seed ${seed}`);
        if (findings !== '') context.fault(`${part.name}, seed ${seed}:\n${findings}`);
        // At least one request must succeed. If the gateway refused the credentials of every request, the check would test
        // nothing but the credentials.
        const wellAnswered = Object.entries(outcomes).filter(([outcome]) => /success$| 200$/.test(outcome));
        if (part.name !== 'callbacks' && wellAnswered.length === 0) {
          context.fault(`${part.name}: not one of ${requests} requests was accepted`);
        }
      }
    } finally {
      await stage.stop();
    }
  },
};
