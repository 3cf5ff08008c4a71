import { ContainerModule } from 'inversify';
import { bindClass, type Needs } from './bind.ts';

type BindInArea = <Service extends object, Dependencies extends object>(
  Class: new (dependencies: Dependencies) => Service,
  needs: Needs<Dependencies>,
) => void;

/**
 * Declares the use cases of an area of the application to the container. Each use case is bound with the ports and the other
 * use cases that it needs.
 */
export function area(bindAll: (bind: BindInArea) => void): ContainerModule {
  return new ContainerModule((container) => {
    bindAll((Class, needs) => bindClass(container, Class, needs));
  });
}
