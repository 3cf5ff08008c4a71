import type { Channel } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import { AddChannelAccount } from '../../../../application/channel-accounts/add-channel-account.ts';
import type { ChannelView } from '../../../../application/channel-accounts/channel-view.ts';
import { CheckChannel } from '../../../../application/channel-accounts/check-channel.ts';
import { EncryptAnew } from '../../../../application/channel-accounts/encrypt-anew.ts';
import { ListChannels } from '../../../../application/channel-accounts/list-channels.ts';
import { MoveChannelAccount } from '../../../../application/channel-accounts/move-channel-account.ts';
import { RemoveChannelAccount } from '../../../../application/channel-accounts/remove-channel-account.ts';
import { RetireCallbackSecret } from '../../../../application/channel-accounts/retire-callback-secret.ts';
import { RotateChannelCredentials } from '../../../../application/channel-accounts/rotate-channel-credentials.ts';
import { ShowChannel } from '../../../../application/channel-accounts/show-channel.ts';
import { channelIdOf } from '../../../../domain/channel-account/channel-account.ts';
import type { ChannelHealth } from '../../../../ports/channel-health.ts';
import type { ChannelTypes } from '../../../../ports/channel-types.ts';
import type { InstancesOf } from '../instances-of.ts';
import { orThrow } from '../refused-error.ts';
import { route } from '../route.ts';
import type { AuditTrail } from './audit-trail.ts';
import { presentChannel, presentChannelType, presentCheck } from './channel-presenter.ts';

export const channelUseCases = {
  listChannels: ListChannels,
  showChannel: ShowChannel,
  addAccount: AddChannelAccount,
  rotateCredentials: RotateChannelCredentials,
  retireSecret: RetireCallbackSecret,
  moveAccount: MoveChannelAccount,
  removeAccount: RemoveChannelAccount,
  checkChannel: CheckChannel,
  encryptAnew: EncryptAnew,
};
export type ChannelUseCases = InstancesOf<typeof channelUseCases>;

interface ChannelSettings {
  /** Of the merchant interface, which takes the callbacks; without a trailing slash. */
  readonly merchantPublicUrl: string;
  readonly channelTypes: ChannelTypes;
  readonly channelHealth: ChannelHealth;
}

const moves = [
  { endpoint: endpoints.retireChannel, action: 'channel.retire', cause: 'retired' },
  { endpoint: endpoints.enableChannel, action: 'channel.enable', cause: 'enabled' },
] as const;

/** Accounts at processors, for `kassa-admin channel …`. */
export function channelRoutes(
  router: Router,
  useCases: ChannelUseCases,
  audit: AuditTrail,
  { merchantPublicUrl, channelTypes, channelHealth }: ChannelSettings,
): void {
  const present: Present = (channel) =>
    presentChannel(channel, channelHealth.reportOf(channel.channelId), merchantPublicUrl);
  route(router, endpoints.listChannelTypes, () => ({
    channel_types: channelTypes.list().map(presentChannelType),
  }));
  readingRoutes(router, useCases, present);
  changingRoutes(router, useCases, audit, present);
  encryptionRoute(router, useCases, audit);
}

type Present = (channel: ChannelView) => Channel;

function readingRoutes(router: Router, useCases: ChannelUseCases, present: Present): void {
  route(router, endpoints.listChannels, async () => {
    const channels = await useCases.listChannels.execute();
    return { channels: channels.map(present) };
  });

  route(router, endpoints.showChannel, async ({ path }) => {
    const { channel } = orThrow(await useCases.showChannel.execute(path.channelId));
    return present(channel);
  });
}

function changingRoutes(
  router: Router,
  useCases: ChannelUseCases,
  audit: AuditTrail,
  present: Present,
): void {
  route(router, endpoints.addChannel, async ({ ctx, body: request }) => {
    const { channel_type: channelType, merchant_id: merchantId = null, credentials } = request;
    const { channel } = await audit.change(
      ctx,
      {
        action: 'channel.add',
        about: [channelIdOf(channelType, merchantId), ...(merchantId === null ? [] : [merchantId])],
      },
      () => useCases.addAccount.execute({ channelType, merchantId, credentials }),
    );
    return present(channel);
  });

  route(router, endpoints.rotateChannel, async ({ ctx, path: { channelId }, body: { credentials } }) => {
    const { channel } = await audit.change(ctx, { action: 'channel.rotate', about: [channelId] }, () =>
      useCases.rotateCredentials.execute(channelId, credentials),
    );
    return present(channel);
  });

  route(router, endpoints.retireCallbackSecret, async ({ ctx, path: { channelId } }) => {
    const { channel } = await audit.change(ctx, { action: 'channel.retire_secret', about: [channelId] }, () =>
      useCases.retireSecret.execute(channelId),
    );
    return present(channel);
  });

  for (const { endpoint, action, cause } of moves) {
    route(router, endpoint, async ({ ctx, path: { channelId } }) => {
      const { channel } = await audit.change(ctx, { action, about: [channelId] }, () =>
        useCases.moveAccount.execute(channelId, cause),
      );
      return present(channel);
    });
  }

  route(router, endpoints.removeChannel, async ({ ctx, path: { channelId: about } }) => {
    const { channelId } = await audit.change(ctx, { action: 'channel.remove', about: [about] }, () =>
      useCases.removeAccount.execute(about),
    );
    return { channel_id: channelId };
  });

  route(router, endpoints.checkChannel, async ({ ctx, path: { channelId } }) => {
    // It makes a payment and cancels it where keys are test keys.
    const check = await audit.change(ctx, { action: 'channel.check', about: [channelId] }, () =>
      useCases.checkChannel.execute(channelId),
    );
    return presentCheck(check);
  });
}

function encryptionRoute(router: Router, useCases: ChannelUseCases, audit: AuditTrail): void {
  route(router, endpoints.encryptAnew, async ({ ctx, body: { after = null } }) => {
    const done = await audit.change(ctx, { action: 'secrets.encrypt_anew', about: [] }, () =>
      useCases.encryptAnew.execute(after),
    );
    return {
      merchants: done.merchants,
      channel_accounts: done.channelAccounts,
      unreadable: [...done.unreadable],
      next: done.next,
    };
  });
}
