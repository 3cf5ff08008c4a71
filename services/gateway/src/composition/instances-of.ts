import type { Container } from 'inversify';
import type { Classes, InstancesOf } from '../adapters/inbound/http/instances-of.ts';

/** Returns an instance of each use case that an app lists. The container creates the instances. */
export function instancesOf<Of extends Classes>(container: Container, classes: Of): InstancesOf<Of> {
  const instances = Object.entries(classes).map(([name, Class]) => [name, container.get(Class)]);
  return Object.fromEntries(instances) as InstancesOf<Of>;
}
