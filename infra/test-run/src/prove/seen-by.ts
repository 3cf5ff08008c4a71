import type { Protection } from './protection.ts';

export const source = 'services/gateway/src';

/** Tests of the gateway. */
export function seenBy(file: string, title: string): Protection['seenBy'] {
  return { project: 'gateway', file: `services/gateway/test/${file}`, title };
}
