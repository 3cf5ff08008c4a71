import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { CheckContext, FaultCheck } from '../report/fault-run.ts';
import { Consumer } from '../traffic/consumer.ts';
import { ImpatientCallers } from '../traffic/impatient-callers.ts';
import { type CreatedOrder, Merchant } from '../traffic/merchant.ts';
import type { World } from '../world.ts';
import { tellContradictions } from './tell-contradictions.ts';
import { tellFailedCalls } from './tell-failed-calls.ts';

const ROTATIONS = { full: 3, short: 1 } as const;
/** How long both instances serve calls between two restarts. */
const CALM_MS = { full: 5_000, short: 700 } as const;

interface Keys {
  readonly session: string;
  readonly encryption: string;
}

const newKeys = (): Keys => ({
  session: randomBytes(32).toString('base64'),
  encryption: randomBytes(32).toString('base64'),
});

/** Fault 68. The steps are those of the guide about changing keys. */
export const keyRotation: FaultCheck = {
  title:
    'fault 68: no request fails while the server keys of two instances are rotated under load, even if callers never retry',
  rows: [68],
  isOnlyInFullForm: true,
  run: async (context) => {
    const { world, mode } = context;
    const merchant = await Merchant.onboard(world);
    const callers = new ImpatientCallers(world, merchant);
    await callers.prepare();
    const beganAtMs = Date.now();
    callers.start();
    try {
      let keys = currentKeys(world);
      for (let rotation = 1; rotation <= ROTATIONS[mode]; rotation += 1) {
        const next = newKeys();
        const pages = new OpenPages(world, merchant, `rotation-${rotation}`);
        const restart = async (settings: Keys) => {
          await pages.open();
          await restartAll(context, settings);
          await pages.visitAll();
        };
        await restart(both(keys, next));
        await restart(both(next, keys));
        await world.operations('POST', '/admin/secrets/encrypt-anew', {});
        // The session key stays, because payment pages are still open.
        await restart({ session: both(next, keys).session, encryption: next.encryption });
        keys = next;
      }
    } finally {
      await callers.stop();
    }
    context.measure('rotations', ROTATIONS[mode]);
    context.measure('seconds under load', (Date.now() - beganAtMs) / 1000);
    tellFailedCalls(context, world.recorder.since(beganAtMs));
    context.judgeAtTheEnd([merchant], (findings) => tellContradictions(context, findings));
  },
};

function currentKeys({ settings }: World): Keys {
  const { KASSA_SESSION_KEYS: session = '', KASSA_ENCRYPTION_KEY: encryption = '' } = settings;
  return { session, encryption };
}

function both(used: Keys, accepted: Keys): Keys {
  return {
    session: `${used.session},${accepted.session}`,
    encryption: `${used.encryption},${accepted.encryption}`,
  };
}

/** Restarts the instances one after the other. In between, they have different settings, and both serve calls. */
async function restartAll(
  { world, mode, fault }: CheckContext,
  { session, encryption }: Keys,
): Promise<void> {
  world.configure({ KASSA_SESSION_KEYS: session, KASSA_ENCRYPTION_KEY: encryption });
  for (const instance of world.instances) {
    const { code, signal } = await instance.terminate();
    if (code !== 0) fault(`${instance.name} ended with ${code ?? signal}`);
    await instance.start();
    await delay(CALM_MS[mode]);
  }
}

/** Payment pages of consumers that stay open during a rotation. */
class OpenPages {
  readonly #world: World;
  readonly #merchant: Merchant;
  readonly #name: string;
  readonly #orders: CreatedOrder[] = [];

  constructor(world: World, merchant: Merchant, name: string) {
    this.#world = world;
    this.#merchant = merchant;
    this.#name = name;
  }

  /** Creates an order at each instance. The order's session is signed with the key that the instance uses. */
  async open(): Promise<void> {
    for (const instance of this.#world.instances) {
      const number = `${this.#name}-${this.#orders.length + 1}`;
      this.#orders.push(await this.#merchant.create(number, 1_000, instance));
    }
  }

  /** Makes two calls for each page, because calls go to the instances in turn. The recorder reports a call that fails. */
  async visitAll(): Promise<void> {
    for (const order of this.#orders) {
      const page = new Consumer(this.#world, order);
      for (let call = 1; call <= 2; call += 1) await page.state(0);
    }
  }
}
