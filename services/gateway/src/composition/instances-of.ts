import type { Container } from 'inversify';
import type { Classes, InstancesOf } from '../adapters/inbound/http/instances-of.ts';

/** Returns one instance of each listed use case class. The dependency injection container creates the instances. */
export function instancesOf<Of extends Classes>(container: Container, classes: Of): InstancesOf<Of> {
  const instances = Object.entries(classes).map(([name, Class]) => [name, container.get(Class)]);
  return Object.fromEntries(instances) as InstancesOf<Of>;
}
