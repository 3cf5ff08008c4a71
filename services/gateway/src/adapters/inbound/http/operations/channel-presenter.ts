import type {
  Channel as ChannelMessage,
  ChannelTypeList,
  ChannelCheck as CheckMessage,
} from '@kassa/contracts';
import type { ChannelView } from '../../../../application/channel-accounts/channel-view.ts';
import type { ChannelCheck } from '../../../../application/channel-accounts/check-channel.ts';
import type { ChannelTypeDescription } from '../../../../ports/channel-types.ts';

export function presentChannel(channel: ChannelView): ChannelMessage {
  return {
    channel_id: channel.channelId,
    channel_type: channel.channelType,
    merchant_id: channel.merchantId,
    source: channel.source,
    state: channel.state,
    problem: channel.problem,
    credentials: { ...channel.credentials },
    has_previous_callback_secret: channel.hasPreviousCallbackSecret,
    callback_path: `/api/webhook/${channel.channelId}`,
    created_at: channel.createdAt?.toISOString() ?? null,
    credentials_changed_at: channel.credentialsChangedAt?.toISOString() ?? null,
    retired_at: channel.retiredAt?.toISOString() ?? null,
  };
}

export function presentChannelType({
  channelType,
  members,
}: ChannelTypeDescription): ChannelTypeList['channel_types'][number] {
  return {
    channel_type: channelType,
    members: members.map(({ name, description, example, isRequired, isSecret }) => ({
      name,
      description,
      example,
      is_required: isRequired,
      is_secret: isSecret,
    })),
  };
}

export function presentCheck({ channelId, outcome, steps }: ChannelCheck): CheckMessage {
  return { channel_id: channelId, outcome, steps: steps.map((step) => ({ ...step })) };
}
