import type { GatewayInstance } from '../instance/gateway-instance.ts';
import type { CheckContext } from '../report/fault-run.ts';
import { Toxiproxy } from '../surroundings/toxiproxy.ts';

/** Runs a function with a third instance whose connection to the database can be disturbed. */
export async function withDisturbedInstance(
  context: CheckContext,
  name: string,
  work: (instance: GatewayInstance, proxy: Toxiproxy) => Promise<void>,
): Promise<void> {
  const { world } = context;
  const proxy = await Toxiproxy.start(world.database.uri, context.progress);
  // Run no duties, so that this instance does not lock work of the two healthy ones.
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
