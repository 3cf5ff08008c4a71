import { ContainerModule } from 'inversify';
import { bindClass, type Needs } from './bind.ts';

type BindInArea = <Service extends object, Dependencies extends object>(
  Class: new (dependencies: Dependencies) => Service,
  needs: Needs<Dependencies>,
) => void;

/** Defines an area of the application: binds its use cases to the ports and the other use cases that they need. */
export function area(bindAll: (bind: BindInArea) => void): ContainerModule {
  return new ContainerModule((container) => {
    bindAll((Class, needs) => bindClass(container, Class, needs));
  });
}
