import type { PortWrappers } from '@kassa/gateway';
import type { FailGate } from './fail-gate.ts';

type Port<Name extends keyof PortWrappers> = Parameters<NonNullable<PortWrappers[Name]>>[0];
type Channels = Port<'channels'>;
type Channel = NonNullable<Awaited<ReturnType<Channels['find']>>>;

/**
 * Wraps the gateway's ports. Before and after each call to a port, the wrapper asks the given fail gate, which can stop the
 * process or make the call fail.
 */
export function surroundPorts(gate: FailGate): PortWrappers {
  const channel = (target: Channel): Channel =>
    guarded(gate, target, 'channel', [
      'open',
      'submit',
      'ask',
      'capture',
      'cancel',
      'refund',
      'askRefund',
      'askDispute',
    ]);
  return {
    orders: (port) =>
      guarded(
        gate,
        port,
        'orders',
        ['insert', 'find', 'save', 'forgetRelayedEvents', 'listDue', 'putOff'],
        causeOf,
      ),
    refundClaims: (port) => guarded(gate, port, 'refundClaims', ['claim', 'move']),
    events: (port) => guarded(gate, port, 'events', ['append']),
    deliveries: (port) => guarded(gate, port, 'deliveries', ['take', 'recordTry']),
    inbox: (port) => guarded(gate, port, 'inbox', ['keep', 'markApplied']),
    sender: (port) => guarded(gate, port, 'sender', ['send']),
    channels: (port) => ({
      all: async () => (await port.all()).map(channel),
      find: async (channelId) => {
        const found = await port.find(channelId);
        return found && channel(found);
      },
      availableTo: async (merchantId) => (await port.availableTo(merchantId)).map(channel),
      hasUnusable: (merchantId) => port.hasUnusable(merchantId),
      addedAt: (channelId) => port.addedAt(channelId),
      openedWith: (account) => port.openedWith(account),
      noteUse: (channelId) => port.noteUse(channelId),
    }),
  };
}

/** Returns the cause of the change that a call of `save` stores: the cause in the last entry of the order's history. */
function causeOf(method: string, [order]: readonly unknown[]): string {
  if (method !== 'save') return '';
  const { history } = order as { history: readonly { readonly cause: string }[] };
  return `[${history.at(-1)?.cause}]`;
}

type Call = (...values: readonly unknown[]) => unknown;

function guarded<Target extends object>(
  gate: FailGate,
  target: Target,
  portName: string,
  methods: readonly (keyof Target & string)[],
  detailOf: (method: string, values: readonly unknown[]) => string = () => '',
): Target {
  const guards = new Map<string, Call>();
  for (const method of methods) {
    const call = (target[method] as Call).bind(target);
    guards.set(method, async (...values) => {
      const name = `${portName}.${method}${detailOf(method, values)}`;
      await gate.pass(`${name}:before`, values);
      const answer = await call(...values);
      // A save that ended in a conflict has no effect, so it is not a step after which the process could die.
      if (answer !== 'conflict') await gate.pass(`${name}:after`, values);
      return answer;
    });
  }
  return new Proxy(target, {
    get: (whole, name) => {
      const guard = typeof name === 'string' ? guards.get(name) : undefined;
      if (guard !== undefined) return guard;
      const member: unknown = Reflect.get(whole, name, whole);
      return typeof member === 'function' ? member.bind(whole) : member;
    },
  });
}
