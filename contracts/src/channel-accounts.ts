import { type Static, Type } from 'typebox';
import { channelAccountStates } from './channel-account-states.ts';
import { closed, Timestamp } from './field-schemas.ts';

/** Messages of the operations port about accounts at processors, used by `kassa-admin channel …`. */

const ChannelId = Type.String({
  description:
    'The channel’s ID in this deployment: the channel type for the deployment’s own account, or the type followed by the merchant’s ID for a merchant’s own account.',
  examples: ['ProcessorA-mer_3vQ8x0Yb2LkT9sWd'],
});

/** The credentials of an account at a processor. Their members depend on the channel type. */
const Credentials = Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 4096 }), {
  ...closed,
  maxProperties: 20,
  description:
    'Keys, secrets and names of the account. The channel type defines the member names (`GET /admin/channel-types`). Encrypted at rest; no answer shows a secret.',
});

/** Body of `POST /admin/channels`. */
export const AddChannelRequest = Type.Object(
  {
    channel_type: Type.String({ minLength: 1, maxLength: 64, examples: ['ProcessorA'] }),
    merchant_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'The merchant who owns the account. Omit it for the deployment’s own account.',
        examples: ['mer_3vQ8x0Yb2LkT9sWd'],
      }),
    ),
    credentials: Credentials,
  },
  closed,
);
export type AddChannelRequest = Static<typeof AddChannelRequest>;

/** Body of `POST /admin/channels/{id}/rotate`. It contains all members of the credentials, including unchanged ones. */
export const RotateChannelRequest = Type.Object({ credentials: Credentials }, closed);
export type RotateChannelRequest = Static<typeof RotateChannelRequest>;

/** A channel's health over the last few minutes. */
export const ChannelHealth = Type.Object(
  {
    circuit: Type.Enum(['closed', 'half_open', 'open'], {
      description:
        '`open`: the gateway starts no payments at this channel. `half_open`: the gateway starts one payment, to test whether the channel has recovered.',
    }),
    probe_due_at: Type.Union([Timestamp, Type.Null()], {
      description:
        'When the gateway starts the next payment at this channel, as a test; null unless the circuit is open.',
    }),
    calls: Type.Integer({ description: 'Calls in the last five minutes.' }),
    error_rate: Type.Union([Type.Number(), Type.Null()], {
      description:
        'Share of the calls without a usable answer in time, from 0 to 1; null if there were no calls.',
    }),
    median_ms: Type.Union([Type.Number(), Type.Null()], {
      description: 'Median duration of the calls; null if there were no calls.',
    }),
    p95_ms: Type.Union([Type.Number(), Type.Null()], {
      description: '95th percentile of the call durations; null if there were no calls.',
    }),
    running: Type.Integer({ description: 'Calls in progress.' }),
    waiting: Type.Integer({ description: 'Calls waiting for a free slot.' }),
  },
  {
    ...closed,
    description:
      'The channel’s health as the answering instance sees it. Instances do not share this information.',
  },
);
export type ChannelHealth = Static<typeof ChannelHealth>;

export const Channel = Type.Object(
  {
    channel_id: ChannelId,
    channel_type: Type.String({ examples: ['ProcessorA'] }),
    merchant_id: Type.Union([Type.String(), Type.Null()], {
      description:
        'The merchant who owns the account. Null if the account serves all merchants that have no account of their own.',
    }),
    source: Type.Enum(['account', 'environment'], {
      description: 'Whether the account is stored or configured by the gateway’s environment variables.',
    }),
    state: Type.Enum([...channelAccountStates]),
    problem: Type.Union([Type.String(), Type.Null()], {
      description: 'Why the channel is unusable; null if it is usable.',
    }),
    credentials: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
      ...closed,
      description: 'The credentials by name; secrets are null.',
    }),
    has_previous_callback_secret: Type.Boolean({
      description: 'Whether callbacks signed with the previous callback secret are still accepted.',
    }),
    callback_url: Type.String({
      description: 'The address to enter in the processor’s settings for callbacks.',
      examples: ['https://api.pay.example/api/webhook/ProcessorA'],
    }),
    health: ChannelHealth,
    created_at: Type.Union([Timestamp, Type.Null()]),
    credentials_changed_at: Type.Union([Timestamp, Type.Null()]),
    retired_at: Type.Union([Timestamp, Type.Null()]),
  },
  closed,
);
export type Channel = Static<typeof Channel>;

export const ChannelList = Type.Object({ channels: Type.Array(Channel) }, closed);
export type ChannelList = Static<typeof ChannelList>;

export const RemovedChannel = Type.Object({ channel_id: ChannelId }, closed);
export type RemovedChannel = Static<typeof RemovedChannel>;

export const ChannelTypeList = Type.Object(
  {
    channel_types: Type.Array(
      Type.Object(
        {
          channel_type: Type.String({ examples: ['ProcessorA'] }),
          members: Type.Array(
            Type.Object(
              {
                name: Type.String({ examples: ['secretKey'] }),
                description: Type.String(),
                example: Type.String(),
                is_required: Type.Boolean(),
                is_secret: Type.Boolean({ description: 'Whether the value is never shown.' }),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type ChannelTypeList = Static<typeof ChannelTypeList>;

/** The result of a live check of an account's credentials and of the connection to its processor. */
export const ChannelCheck = Type.Object(
  {
    channel_id: ChannelId,
    outcome: Type.Enum(['passed', 'failed', 'skipped'], {
      description: '`failed` if any step failed; `skipped` if every step was skipped.',
    }),
    steps: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          outcome: Type.Enum(['passed', 'failed', 'skipped']),
          detail: Type.Union([Type.String(), Type.Null()]),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type ChannelCheck = Static<typeof ChannelCheck>;

export const DomainName = Type.String({
  pattern: '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$',
  maxLength: 253,
  description:
    'The domain of a page on which consumers pay, in lower case and without a port. If it is left out, it is the domain of the hosted cashier.',
  examples: ['pay.example'],
});

/** Body of `POST /admin/channels/{channelId}/domain`, and query of the `GET` at the same address. */
export const ChannelDomain = Type.Object({ domain: Type.Optional(DomainName) }, closed);
export type ChannelDomain = Static<typeof ChannelDomain>;

/** Body of `POST /admin/secrets/encrypt-anew`. */
export const EncryptAnewRequest = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: '`next` of the previous answer; the work continues after it.',
      }),
    ),
  },
  closed,
);
export type EncryptAnewRequest = Static<typeof EncryptAnewRequest>;

export const EncryptedAnew = Type.Object(
  {
    merchants: Type.Integer({
      minimum: 0,
      description: 'Number of merchants whose webhook secrets were re-encrypted.',
    }),
    channel_accounts: Type.Integer({ minimum: 0 }),
    unreadable: Type.Array(Type.String(), {
      description: 'Merchants and channels whose secrets no key can decrypt; they stay unchanged.',
    }),
    retired_keys: Type.Array(Type.String(), {
      description:
        'Check values of the earlier encryption keys that no stored secret needs any more. Empty except in the last answer.',
      examples: [['4f1c0a9b2d3e5f67']],
    }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'Send this as `after` to continue. Null when everything is done.',
    }),
  },
  closed,
);
export type EncryptedAnew = Static<typeof EncryptedAnew>;
