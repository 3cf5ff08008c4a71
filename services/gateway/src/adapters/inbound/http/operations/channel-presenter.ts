import type {
  ChannelHealth,
  Channel as ChannelMessage,
  ChannelTypeList,
  ChannelCheck as CheckMessage,
} from '@kassa/contracts';
import type { ChannelView } from '../../../../application/channel-accounts/channel-view.ts';
import type { ChannelCheck } from '../../../../application/channel-accounts/check-channel.ts';
import type { HealthReport } from '../../../../ports/channel-health.ts';
import type { ChannelTypeDescription } from '../../../../ports/channel-types.ts';

export function presentChannel(
  channel: ChannelView,
  health: HealthReport,
  callbackBaseUrl: string,
): ChannelMessage {
  return {
    channel_id: channel.channelId,
    channel_type: channel.channelType,
    merchant_id: channel.merchantId,
    source: channel.source,
    state: channel.state,
    problem: channel.problem,
    credentials: { ...channel.credentials },
    has_previous_callback_secret: channel.hasPreviousCallbackSecret,
    callback_url: `${callbackBaseUrl}/api/webhook/${channel.channelId}`,
    health: presentHealth(health),
    created_at: channel.createdAt?.toISOString() ?? null,
    credentials_changed_at: channel.credentialsChangedAt?.toISOString() ?? null,
    retired_at: channel.retiredAt?.toISOString() ?? null,
  };
}

function presentHealth({ probeDueAt, ...health }: HealthReport): ChannelHealth {
  return {
    circuit: health.circuit,
    probe_due_at: probeDueAt?.toISOString() ?? null,
    calls: health.calls,
    error_rate: health.errorRate,
    median_ms: health.medianMs,
    p95_ms: health.p95Ms,
    running: health.running,
    waiting: health.waiting,
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
