import type { Protection } from './protection.ts';
import { seenBy, source } from './seen-by.ts';

/** Code that keeps reports, calls and credentials of channels from being confused, forged or leaked. */
export const channelProtections: readonly Protection[] = [
  {
    faults: [17],
    what: 'a callback’s signature is verified',
    file: `${source}/adapters/outbound/channels/sandbox-processor/processor-callbacks.ts`,
    find: `if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) return 'the signature does not verify';`,
    replace: '',
    seenBy: seenBy('http/channel-callbacks.test.ts', 'fault 17'),
  },
  {
    faults: [51],
    what: 'only one payment probes a channel that was down',
    file: `${source}/adapters/outbound/channels/guard/channel-circuit.ts`,
    find: 'return this.state === CircuitState.Closed;',
    replace: 'return true;',
    seenBy: seenBy('adapters/channel-guard.test.ts', '(fault 51)'),
  },
  {
    faults: [58],
    what: 'a payment is handed out only if its account was not replaced while it was opened',
    file: `${source}/adapters/outbound/channels/channel-directory.ts`,
    find: 'return this.#withOpeningsNoted(this.#guard(channel), account);',
    replace: 'return this.#guard(channel);',
    seenBy: seenBy('adapters/channel-directory.test.ts', '(fault 58)'),
  },
  {
    faults: [58],
    what: 'a channel that was used stays at its account',
    file: `${source}/application/channel-accounts/refuse-other-account.ts`,
    find: 'if (!before.isUsed) return undefined;',
    replace: 'if (before.isUsed) return undefined;',
    seenBy: seenBy('application/rotate-credentials.test.ts', '(fault 58)'),
  },
  {
    faults: [58],
    what: 'a report about another payment than the opened one goes to the operator and changes nothing',
    file: `${source}/application/channels/apply-channel-notification.ts`,
    find: "return origin.kind === 'own' ? decide(order, now()) : { kind: 'unchanged' };",
    replace: 'return decide(order, now());',
    seenBy: seenBy('application/callbacks-about-others.test.ts', '(fault 58)'),
  },
  {
    faults: [87],
    what: 'the deployment’s ID is in each idempotency key',
    file: `${source}/adapters/outbound/channels/deployment-keys.ts`,
    find: 'if (this.#deploymentId === null) return ownId;',
    replace: 'if (this.#deploymentId !== undefined) return ownId;',
    seenBy: seenBy('adapters/deployment-keys.test.ts', '(fault 87)'),
  },
  {
    faults: [88],
    what: 'a card number is removed from a channel’s texts',
    file: `${source}/adapters/outbound/channels/guard/channel-text.ts`,
    find: 'text.replaceAll(DIGITS, withoutCardNumber)',
    replace: 'text',
    seenBy: seenBy('adapters/bounded-answers.test.ts', '(fault 88)'),
  },
  {
    faults: [90],
    what: 'an answer that waits for the card’s issuer does not count against the channel',
    file: `${source}/adapters/outbound/channels/guard/guarded-channel.ts`,
    find: "answer.kind === 'unknown' && answer.awaitsIssuer !== true",
    replace: "answer.kind === 'unknown'",
    seenBy: seenBy('adapters/channel-guard.test.ts', '(fault 90)'),
  },
  {
    faults: [89],
    what: 'an event type that was published later is reported to the operator',
    file: `${source}/adapters/outbound/channels/stripe/stripe-events.ts`,
    find: 'return readUnpublished(event);',
    replace: 'return irrelevant(event.type);',
    seenBy: seenBy('stripe/published-events.test.ts', '(fault 89)'),
  },
];
