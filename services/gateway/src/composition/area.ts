import { ContainerModule } from 'inversify';
import { bindClass, type Needs } from './bind.ts';

type BindInArea = <Service extends object, Dependencies extends object>(
  Class: new (dependencies: Dependencies) => Service,
  needs: Needs<Dependencies>,
) => void;

/** Binds the use cases of an area to the ports and other use cases that they need. */
export function area(bindAll: (bind: BindInArea) => void): ContainerModule {
  return new ContainerModule((container) => {
    bindAll((Class, needs) => bindClass(container, Class, needs));
  });
}
