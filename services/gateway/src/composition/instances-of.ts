import type { Container } from 'inversify';
import type { Classes, InstancesOf } from '../adapters/inbound/http/instances-of.ts';

/** Takes the use cases that an app names by their classes out of the container. */
export function instancesOf<Of extends Classes>(container: Container, classes: Of): InstancesOf<Of> {
  const instances = Object.entries(classes).map(([name, Class]) => [name, container.get(Class)]);
  return Object.fromEntries(instances) as InstancesOf<Of>;
}
