import type { Container, ServiceIdentifier } from 'inversify';

/** Where bindings can be made: a container, or a module that is loaded into a container. */
export type Binding = Pick<Container, 'bind'>;

/** The type of each named dependency. */
export type Needs<Dependencies> = {
  readonly [Name in keyof Dependencies]: ServiceIdentifier<Dependencies[Name]>;
};

/**
 * Binds a service and tells the container which dependencies to pass to it. The services themselves do not know the
 * container: they have no decorators and no base classes.
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

/** Binds a class of the application. The class itself is the identifier under which others request its instance. */
export function bindClass<Service extends object, Dependencies extends object>(
  container: Binding,
  Class: new (dependencies: Dependencies) => Service,
  needs: Needs<Dependencies>,
): void {
  bind(container, Class, needs, (dependencies: Dependencies) => new Class(dependencies));
}
