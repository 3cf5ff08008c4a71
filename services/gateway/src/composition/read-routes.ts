import { compileValidator, type FieldError, PaymentRoutes } from '@kassa/contracts';
import { Type } from 'typebox';
import { routesOf } from '../adapters/inbound/http/operations/route-messages.ts';
import { channelKinds } from '../adapters/outbound/channels/channel-kinds.ts';
import { methodsNotServed } from '../domain/routing/methods-not-served.ts';
import { refuseRoutes } from '../domain/routing/refuse-routes.ts';
import type { Route } from '../domain/routing/route.ts';
import type { SettingReader } from './setting-readers.ts';

// Check the deployment's routes as the member `routes` of an object, like the routes in a merchant's request. So the error
// messages are the same for both.
const read = compileValidator(Type.Object({ routes: PaymentRoutes }));

/** The deployment's routes as a JSON array. */
export function routes(): SettingReader<readonly Route[]> {
  return {
    form: 'a JSON array of routes, the preferred first',
    example: `'[{"channel":"ProcessorA","methods":["card"]},{"channel":"ProcessorB"}]'`,
    read: (text) => {
      const reading = read({ routes: parse(text) });
      if (reading.kind === 'invalid') return undefined;
      const given = routesOf(reading.value.routes);
      return faultsOf(given).length === 0 ? given : undefined;
    },
    faults: (text) => {
      const parsed = parse(text);
      if (parsed === undefined) return [];
      const reading = read({ routes: parsed });
      const fields = reading.kind === 'invalid' ? reading.fields : faultsOf(routesOf(reading.value.routes));
      return fields.map(({ path, message }) => `${path} ${message}`);
    },
  };
}

function faultsOf(given: readonly Route[]): readonly FieldError[] {
  return [...refuseRoutes(given, null), ...methodsNotServed(given, servedBy)];
}

function servedBy(channelType: string): readonly string[] {
  return channelKinds.find((kind) => kind.channelType === channelType)?.methodCodes ?? [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
