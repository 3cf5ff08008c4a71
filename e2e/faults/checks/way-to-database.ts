import type { GatewayInstance } from '../instance/gateway-instance.ts';
import type { CheckContext } from '../report/fault-run.ts';
import { Toxiproxy } from '../surroundings/toxiproxy.ts';

/**
 * Starts a third gateway instance, which reaches the database through a proxy, and calls `work` with the instance and the
 * proxy. `work` can disturb the connection at the proxy. The two usual instances do not use the proxy, so they are not
 * affected.
 */
export async function withDisturbedInstance(
  context: CheckContext,
  name: string,
  work: (instance: GatewayInstance, proxy: Toxiproxy) => Promise<void>,
): Promise<void> {
  const { world } = context;
  const proxy = await Toxiproxy.start(world.database.uri, context.progress);
  // This instance runs no background duties, so that it holds no locks that the two healthy instances need.
  const instance = await world.anotherInstance(name, {
    MONGODB_URI: proxy.uriOf(world.database.uri),
    KASSA_ROLES: 'api',
  });
  try {
    await instance.start();
    await work(instance, proxy);
  } finally {
    if (instance.isRunning) await instance.kill();
    await proxy.stop();
  }
}
