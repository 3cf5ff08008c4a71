import type { Channel } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import type { ChannelView } from '../../../../application/channel-accounts/channel-view.ts';
import { CheckChannel } from '../../../../application/channel-accounts/check-channel.ts';
import { EncryptAnew } from '../../../../application/channel-accounts/encrypt-anew.ts';
import { FindChannels } from '../../../../application/channel-accounts/find-channels.ts';
import { ManageChannelAccounts } from '../../../../application/channel-accounts/manage-accounts.ts';
import { ManageChannelCredentials } from '../../../../application/channel-accounts/manage-credentials.ts';
import { ManageWalletDomains } from '../../../../application/channel-accounts/manage-wallet-domains.ts';
import { channelIdOf } from '../../../../domain/channel-account/channel-account.ts';
import type { ChannelHealth } from '../../../../ports/channel-health.ts';
import type { ChannelTypes } from '../../../../ports/channel-types.ts';
import type { InstancesOf } from '../instances-of.ts';
import { orThrow } from '../refused-error.ts';
import { route } from '../route.ts';
import type { AuditTrail } from './audit-trail.ts';
import { presentChannel, presentChannelType, presentCheck } from './channel-presenter.ts';

export const channelUseCases = {
  findChannels: FindChannels,
  accounts: ManageChannelAccounts,
  credentials: ManageChannelCredentials,
  checkChannel: CheckChannel,
  domains: ManageWalletDomains,
  encryptAnew: EncryptAnew,
};
export type ChannelUseCases = InstancesOf<typeof channelUseCases>;

interface ChannelSettings {
  /**
   * The public address of the merchant interface, which also receives channels' callbacks. It has no trailing slash.
   */
  readonly merchantPublicUrl: string;
  readonly channelTypes: ChannelTypes;
  readonly channelHealth: ChannelHealth;
}

const moves = [
  { endpoint: endpoints.retireChannel, action: 'channel.retire', cause: 'retired' },
  { endpoint: endpoints.enableChannel, action: 'channel.enable', cause: 'enabled' },
] as const;

/** Manages the accounts at processors, for `kassa-admin channel …`. */
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
  domainRoutes(router, useCases, audit);
  encryptionRoute(router, useCases, audit);
}

type Present = (channel: ChannelView) => Channel;

function readingRoutes(router: Router, useCases: ChannelUseCases, present: Present): void {
  route(router, endpoints.listChannels, async () => {
    const channels = await useCases.findChannels.list();
    return { channels: channels.map(present) };
  });

  route(router, endpoints.showChannel, async ({ path }) => {
    const { channel } = orThrow(await useCases.findChannels.find(path.channelId));
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
      () => useCases.accounts.add({ channelType, merchantId, credentials }),
    );
    return present(channel);
  });

  route(router, endpoints.rotateChannel, async ({ ctx, path: { channelId }, body: { credentials } }) => {
    const { channel } = await audit.change(ctx, { action: 'channel.rotate', about: [channelId] }, () =>
      useCases.credentials.rotate(channelId, credentials),
    );
    return present(channel);
  });

  route(router, endpoints.retireCallbackSecret, async ({ ctx, path: { channelId } }) => {
    const { channel } = await audit.change(ctx, { action: 'channel.retire_secret', about: [channelId] }, () =>
      useCases.credentials.retireCallbackSecret(channelId),
    );
    return present(channel);
  });

  for (const { endpoint, action, cause } of moves) {
    route(router, endpoint, async ({ ctx, path: { channelId } }) => {
      const { channel } = await audit.change(ctx, { action, about: [channelId] }, () =>
        useCases.accounts.move(channelId, cause),
      );
      return present(channel);
    });
  }

  route(router, endpoints.removeChannel, async ({ ctx, path: { channelId: about } }) => {
    const { channelId } = await audit.change(ctx, { action: 'channel.remove', about: [about] }, () =>
      useCases.accounts.remove(about),
    );
    return { channel_id: channelId };
  });

  route(router, endpoints.checkChannel, async ({ ctx, path: { channelId } }) => {
    // The check of an account with test keys makes a payment and cancels it. So the audit log records the check as a
    // change.
    const check = await audit.change(ctx, { action: 'channel.check', about: [channelId] }, () =>
      useCases.checkChannel.execute(channelId),
    );
    return presentCheck(check);
  });
}

function domainRoutes(router: Router, { domains }: ChannelUseCases, audit: AuditTrail): void {
  route(router, endpoints.registerDomain, async ({ ctx, path: { channelId }, body: { domain } }) => {
    const details = domain === undefined ? {} : { domain };
    const done = await audit.change(
      ctx,
      { action: 'channel.register_domain', about: [channelId], details },
      () => domains.register(channelId, domain),
    );
    return presentCheck(done);
  });

  route(router, endpoints.checkDomain, async ({ path: { channelId }, query: { domain } }) =>
    presentCheck(orThrow(await domains.check(channelId, domain))),
  );
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
      retired_keys: [...done.retiredKeys],
      next: done.next,
    };
  });
}
