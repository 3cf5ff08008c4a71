import type { GenuineCallback, RawCallback } from '../../src/ports/channel-callback.ts';

/** Returns a callback as the fake channel sends it, with its signature. */
export function rawCallback(...callbacks: readonly GenuineCallback[]): Omit<RawCallback, 'receivedAt'> {
  const body = JSON.stringify({ callbacks });
  return { headers: { 'fake-signature': signatureOf(body) }, body: Buffer.from(body) };
}

/** A text that is signed, whatever it says. */
export function signedText(text: string): Omit<RawCallback, 'receivedAt'> {
  return { headers: { 'fake-signature': signatureOf(text) }, body: Buffer.from(text) };
}

export function signatureOf(body: string): string {
  return `genuine:${body.length}:${body.slice(0, 40)}:${body.slice(-40)}`;
}

export function readCallbacks(body: string): readonly GenuineCallback[] | undefined {
  try {
    const { callbacks } = JSON.parse(body, revived) as { callbacks?: readonly GenuineCallback[] };
    return callbacks;
  } catch {
    return undefined;
  }
}

/** Turns the times in a callback into dates again. */
function revived(name: string, value: unknown): unknown {
  return timeMembers.has(name) && typeof value === 'string' ? new Date(value) : value;
}

const timeMembers: ReadonlySet<string> = new Set(['toldAt', 'stateAt', 'respondBy', 'collectedAt']);
