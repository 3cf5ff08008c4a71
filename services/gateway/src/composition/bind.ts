import type { Container, ServiceIdentifier } from 'inversify';

/** The object to which services can be bound: the container, or a module that the container loads. */
export type Binding = Pick<Container, 'bind'>;

/** The type of each named dependency. */
export type Needs<Dependencies> = {
  readonly [Name in keyof Dependencies]: ServiceIdentifier<Dependencies[Name]>;
};

/**
 * Binds a service, and tells the container with which dependencies to create the service. So the services need no decorators or
 * base classes from the container's library.
 */
export function bind<Service, Dependencies extends object>(
  container: Binding,
  identifier: ServiceIdentifier<Service>,
  needs: Needs<Dependencies>,
  make: (dependencies: Dependencies) => Service,
): void {
  const names = Object.keys(needs) as (keyof Dependencies)[];
  container
    .bind<Service>(identifier)
    .toResolvedValue(
      (...values: unknown[]) =>
        make(Object.fromEntries(names.map((name, index) => [name, values[index]])) as Dependencies),
      names.map((name) => needs[name]),
    )
    .inSingletonScope();
}

/** Binds a class of the application. Code that needs an instance requests it from the container by naming the class. */
export function bindClass<Service extends object, Dependencies extends object>(
  container: Binding,
  Class: new (dependencies: Dependencies) => Service,
  needs: Needs<Dependencies>,
): void {
  bind(container, Class, needs, (dependencies: Dependencies) => new Class(dependencies));
}
