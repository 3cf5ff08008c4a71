import { retireCallbackSecret, rotateCredentials } from '../../domain/channel-account/channel-account.ts';
import type { ChannelTypeDescription, ChannelTypes, CredentialReading } from '../../ports/channel-types.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OpenedOrders } from '../../ports/order-repository.ts';
import type { PaymentChannels } from '../../ports/payment-channels.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { ChangeChannelAccount, ChannelChange } from './change-channel-account.ts';
import { refuseOtherAccount } from './refuse-other-account.ts';

interface Dependencies {
  readonly change: ChangeChannelAccount;
  readonly types: ChannelTypes;
  readonly orders: OpenedOrders;
  readonly channels: PaymentChannels;
  readonly clock: Clock;
}

/** Manages the credentials of accounts, including the secrets that verify callbacks. */
export class ManageChannelCredentials {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  /**
   * Replaces an account's credentials. The new credentials apply immediately. Callbacks signed with the previous callback
   * secret are accepted until an operator retires that secret. If payments were made through the channel, the new credentials
   * must belong to the same account at the processor.
   */
  rotate(channelId: string, credentials: unknown): Promise<ChannelChange> {
    return this.#deps.change.execute(channelId, async (account) => {
      const type = this.#deps.types.find(account.channelType);
      if (type === undefined) {
        return refuse('CHANNEL_NOT_FOUND', `The gateway knows no channel type ${account.channelType}.`);
      }
      const reading = readCredentials(type, credentials);
      if (reading.kind === 'refused') return reading;
      const now = this.#deps.clock.realNow();
      const rotated = rotateCredentials(account, reading.members, type, now);
      if (rotated === 'rotation_under_way') {
        return refuse(
          'SECRET_ROTATION_UNDER_WAY',
          'Callbacks signed with the previous callback secret are still accepted. First end that rotation with channel retire-secret, once the processor signs with the current secret. If the current secret was mistyped, rotate again directly after retire-secret: until then, callbacks are refused, and the processor has to repeat them.',
        );
      }
      const other = await refuseOtherAccount(
        { before: account, after: rotated },
        { type, orders: this.#deps.orders, channels: this.#deps.channels },
      );
      return other ?? rotated;
    });
  }

  /**
   * Ends the replacement of an account's callback secret. From now on, only callbacks signed with the current secret are
   * accepted. Does nothing if there is no previous secret.
   */
  retireCallbackSecret(channelId: string): Promise<ChannelChange> {
    return this.#deps.change.execute(channelId, retireCallbackSecret);
  }
}

/**
 * Checks credentials against the format that the channel type requires in this environment (sandbox or production). Returns the
 * credentials or a refusal. The refusal contains no credential value.
 */
export function readCredentials(
  type: ChannelTypeDescription,
  given: unknown,
): Extract<CredentialReading, { kind: 'valid' }> | Refusal {
  const reading = type.read(given);
  if (reading.kind === 'valid') return reading;
  return refuse(
    'INVALID_REQUEST',
    `These are not valid credentials of ${type.channelType} in this environment.`,
    reading.faults.map(({ path, message }) => ({
      path: path === '' ? 'credentials' : `credentials.${path}`,
      message,
    })),
  );
}
