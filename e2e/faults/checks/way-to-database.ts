import type { GatewayInstance } from '../instance/gateway-instance.ts';
import type { CheckContext } from '../report/fault-run.ts';
import { Toxiproxy } from '../surroundings/toxiproxy.ts';

/** Runs something with a third instance whose way to the database can be disturbed. */
export async function withDisturbedInstance(
  context: CheckContext,
  name: string,
  work: (instance: GatewayInstance, proxy: Toxiproxy) => Promise<void>,
): Promise<void> {
  const { world } = context;
  const proxy = await Toxiproxy.start(world.database.uri, context.progress);
  // Without duties: what it would lock is the business of the two that are well.
  const instance = await world.anotherInstance(name, {
    MONGODB_URI: proxy.uriOf(world.database.uri),
    KASSA_ROLES: 'http',
  });
  try {
    await instance.start();
    await work(instance, proxy);
  } finally {
    if (instance.isRunning) await instance.kill();
    await proxy.stop();
  }
}
