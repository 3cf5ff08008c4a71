import {
  AddChannelRequest,
  type ChannelAccountTransitionCause,
  type ChannelList,
  type ChannelTypeList,
  compileValidator,
  EncryptAnewRequest,
  type EncryptedAnew,
  type RemovedChannel,
  RotateChannelRequest,
  succeed,
} from '@kassa/contracts';
import type Router from '@koa/router';
import type { AddChannelAccount } from '../../../../application/channel-accounts/add-channel-account.ts';
import type { ChannelView } from '../../../../application/channel-accounts/channel-view.ts';
import type { CheckChannel } from '../../../../application/channel-accounts/check-channel.ts';
import type { EncryptAnew } from '../../../../application/channel-accounts/encrypt-anew.ts';
import type { ListChannels } from '../../../../application/channel-accounts/list-channels.ts';
import type { MoveChannelAccount } from '../../../../application/channel-accounts/move-channel-account.ts';
import type { RemoveChannelAccount } from '../../../../application/channel-accounts/remove-channel-account.ts';
import type { RetireCallbackSecret } from '../../../../application/channel-accounts/retire-callback-secret.ts';
import type { RotateChannelCredentials } from '../../../../application/channel-accounts/rotate-channel-credentials.ts';
import type { ShowChannel } from '../../../../application/channel-accounts/show-channel.ts';
import { channelIdOf } from '../../../../domain/channel-account/channel-account.ts';
import type { ChannelHealth } from '../../../../ports/channel-health.ts';
import type { ChannelTypes } from '../../../../ports/channel-types.ts';
import { jsonBodyOf } from '../json-body.ts';
import { orThrow } from '../refused-error.ts';
import { orInvalid } from '../request-reading.ts';
import type { AuditTrail } from './audit-trail.ts';
import { presentChannel, presentChannelType, presentCheck } from './channel-presenter.ts';

export interface ChannelUseCases {
  readonly types: ChannelTypes;
  readonly health: ChannelHealth;
  readonly listChannels: ListChannels;
  readonly showChannel: ShowChannel;
  readonly addAccount: AddChannelAccount;
  readonly rotateCredentials: RotateChannelCredentials;
  readonly retireSecret: RetireCallbackSecret;
  readonly moveAccount: MoveChannelAccount;
  readonly removeAccount: RemoveChannelAccount;
  readonly checkChannel: CheckChannel;
  readonly encryptAnew: EncryptAnew;
}

const readNewAccount = compileValidator(AddChannelRequest);
const readRotation = compileValidator(RotateChannelRequest);
const readEncryption = compileValidator(EncryptAnewRequest);

/** The last part of the path, and what it does with the account. */
const moves = { retire: 'retired', enable: 'enabled' } as const satisfies Readonly<
  Record<string, ChannelAccountTransitionCause>
>;

/** Accounts at processors, for `kassa-admin channel …`. */
export function channelRoutes(
  router: Router,
  useCases: ChannelUseCases,
  audit: AuditTrail,
  /** Of the merchant interface, which takes the callbacks; without a trailing slash. */
  callbackBaseUrl: string,
): void {
  const present = (channel: ChannelView) =>
    presentChannel(channel, useCases.health.reportOf(channel.channelId), callbackBaseUrl);

  router.get('/channel-types', (ctx) => {
    ctx.body = succeed<ChannelTypeList>({ channel_types: useCases.types.list().map(presentChannelType) });
  });

  router.get('/channels', async (ctx) => {
    const channels = await useCases.listChannels.execute();
    ctx.body = succeed<ChannelList>({ channels: channels.map(present) });
  });

  router.get('/channels/:channelId', async (ctx) => {
    const { channel } = orThrow(await useCases.showChannel.execute(String(ctx.params.channelId)));
    ctx.body = succeed(present(channel));
  });

  router.post('/channels', async (ctx) => {
    const request = orInvalid(readNewAccount(jsonBodyOf(ctx)));
    const { channel_type: channelType, merchant_id: merchantId = null, credentials } = request;
    const { channel } = await audit.change(
      ctx,
      {
        action: 'channel.add',
        about: [channelIdOf(channelType, merchantId), ...(merchantId === null ? [] : [merchantId])],
      },
      () => useCases.addAccount.execute({ channelType, merchantId, credentials }),
    );
    ctx.body = succeed(present(channel));
  });

  router.post('/channels/:channelId/rotate', async (ctx) => {
    const { credentials } = orInvalid(readRotation(jsonBodyOf(ctx)));
    const channelId = String(ctx.params.channelId);
    const { channel } = await audit.change(ctx, { action: 'channel.rotate', about: [channelId] }, () =>
      useCases.rotateCredentials.execute(channelId, credentials),
    );
    ctx.body = succeed(present(channel));
  });

  router.post('/channels/:channelId/retire-secret', async (ctx) => {
    const channelId = String(ctx.params.channelId);
    const { channel } = await audit.change(ctx, { action: 'channel.retire_secret', about: [channelId] }, () =>
      useCases.retireSecret.execute(channelId),
    );
    ctx.body = succeed(present(channel));
  });

  for (const command of ['retire', 'enable'] as const) {
    router.post(`/channels/:channelId/${command}`, async (ctx) => {
      const channelId = String(ctx.params.channelId);
      const { channel } = await audit.change(ctx, { action: `channel.${command}`, about: [channelId] }, () =>
        useCases.moveAccount.execute(channelId, moves[command]),
      );
      ctx.body = succeed(present(channel));
    });
  }

  router.post('/channels/:channelId/remove', async (ctx) => {
    const about = String(ctx.params.channelId);
    const { channelId } = await audit.change(ctx, { action: 'channel.remove', about: [about] }, () =>
      useCases.removeAccount.execute(about),
    );
    ctx.body = succeed<RemovedChannel>({ channel_id: channelId });
  });

  router.post('/channels/:channelId/check', async (ctx) => {
    const channelId = String(ctx.params.channelId);
    // It makes a payment and cancels it where keys are test keys.
    const check = await audit.change(ctx, { action: 'channel.check', about: [channelId] }, () =>
      useCases.checkChannel.execute(channelId),
    );
    ctx.body = succeed(presentCheck(check));
  });

  router.post('/secrets/encrypt-anew', async (ctx) => {
    const { after = null } = orInvalid(readEncryption(jsonBodyOf(ctx)));
    const done = await audit.change(ctx, { action: 'secrets.encrypt_anew', about: [] }, () =>
      useCases.encryptAnew.execute(after),
    );
    ctx.body = succeed<EncryptedAnew>({
      merchants: done.merchants,
      channel_accounts: done.channelAccounts,
      unreadable: [...done.unreadable],
      next: done.next,
    });
  });
}
