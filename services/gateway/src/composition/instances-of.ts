import type { Container } from 'inversify';
import type { Classes, InstancesOf } from '../adapters/inbound/http/instances-of.ts';

/** Gets instances of the use cases that an app lists by class, from the container. */
export function instancesOf<Of extends Classes>(container: Container, classes: Of): InstancesOf<Of> {
  const instances = Object.entries(classes).map(([name, Class]) => [name, container.get(Class)]);
  return Object.fromEntries(instances) as InstancesOf<Of>;
}
