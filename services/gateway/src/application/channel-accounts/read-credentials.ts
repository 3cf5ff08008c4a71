import type { ChannelTypeDescription, CredentialReading } from '../../ports/channel-types.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Credentials as their type takes them in this environment, or what is wrong with them, without a value. */
export function readCredentials(
  type: ChannelTypeDescription,
  given: unknown,
): Extract<CredentialReading, { kind: 'valid' }> | Refusal {
  const reading = type.read(given);
  if (reading.kind === 'valid') return reading;
  return refuse(
    'INVALID_REQUEST',
    `These are no credentials of ${type.channelType} in this environment.`,
    reading.faults.map(({ path, message }) => ({
      path: path === '' ? 'credentials' : `credentials.${path}`,
      message,
    })),
  );
}
