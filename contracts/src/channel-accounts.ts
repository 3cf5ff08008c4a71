import { type Static, Type } from 'typebox';
import { channelAccountStates } from './channel-account-states.ts';
import { closed, Timestamp } from './field-schemas.ts';

/** Messages of the operations port about accounts at processors, which `kassa-admin channel …` speaks. */

const ChannelId = Type.String({
  description:
    'Its name in this deployment: of the deployment’s own account its type, of a merchant’s own the type and the merchant’s ID.',
  examples: ['ProcessorA-mer_3vQ8x0Yb2LkT9sWd'],
});

/** Their members are the channel type’s own. */
const Credentials = Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 4096 }), {
  ...closed,
  maxProperties: 20,
  description:
    'Keys, secrets and names of the account, by the names that its channel type gives them (`GET /admin/channel-types`). Encrypted at rest; no answer shows a secret.',
});

/** Body of `POST /admin/channels`. */
export const AddChannelRequest = Type.Object(
  {
    channel_type: Type.String({ minLength: 1, maxLength: 64, examples: ['ProcessorA'] }),
    merchant_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Whose own account it is. Left out: the deployment’s.',
        examples: ['mer_3vQ8x0Yb2LkT9sWd'],
      }),
    ),
    credentials: Credentials,
  },
  closed,
);
export type AddChannelRequest = Static<typeof AddChannelRequest>;

/** Body of `POST /admin/channels/{id}/rotate`: all members, also those that stay. */
export const RotateChannelRequest = Type.Object({ credentials: Credentials }, closed);
export type RotateChannelRequest = Static<typeof RotateChannelRequest>;

/** How a channel did in the last minutes. */
export const ChannelHealth = Type.Object(
  {
    circuit: Type.Enum(['closed', 'half_open', 'open'], {
      description: '`open`: no payment is begun there. `half_open`: one is, to see whether it is well again.',
    }),
    probe_due_at: Type.Union([Timestamp, Type.Null()], {
      description: 'When the next payment is tried there; null unless the circuit is open.',
    }),
    calls: Type.Integer({ description: 'Calls in the last five minutes.' }),
    error_rate: Type.Union([Type.Number(), Type.Null()], {
      description: 'Share of those without a usable answer in time, from 0 to 1; null without calls.',
    }),
    median_ms: Type.Union([Type.Number(), Type.Null()], {
      description: 'Half of the calls took no longer; null without calls.',
    }),
    p95_ms: Type.Union([Type.Number(), Type.Null()], {
      description: '95 of a hundred calls took no longer; null without calls.',
    }),
    running: Type.Integer({ description: 'Calls that are under way.' }),
    waiting: Type.Integer({ description: 'Calls that wait for a place.' }),
  },
  { ...closed, description: 'As the instance that answers has seen it; each instance sees for itself.' },
);
export type ChannelHealth = Static<typeof ChannelHealth>;

export const Channel = Type.Object(
  {
    channel_id: ChannelId,
    channel_type: Type.String({ examples: ['ProcessorA'] }),
    merchant_id: Type.Union([Type.String(), Type.Null()], {
      description: 'Whose own it is; null where it serves all merchants that have none of their own.',
    }),
    source: Type.Enum(['account', 'environment'], {
      description: 'Whether an account is stored, or variables of the gateway’s environment say where it is.',
    }),
    state: Type.Enum([...channelAccountStates]),
    problem: Type.Union([Type.String(), Type.Null()], {
      description: 'Why it can not be used; null when it can.',
    }),
    credentials: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]), {
      ...closed,
      description: 'Its members by name; null in the place of secrets.',
    }),
    has_previous_callback_secret: Type.Boolean({
      description: 'Whether callbacks are taken that the callback secret before signed.',
    }),
    callback_url: Type.String({
      description: 'Where it sends its callbacks: what is entered in the processor’s settings.',
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
                is_secret: Type.Boolean({ description: 'Whether it is never shown.' }),
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

/** What came of a live check of an account’s credentials and connection. */
export const ChannelCheck = Type.Object(
  {
    channel_id: ChannelId,
    outcome: Type.Enum(['passed', 'failed', 'skipped'], {
      description: 'Failed if any step did; skipped if every step was.',
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

/** Body of `POST /admin/secrets/encrypt-anew`. */
export const EncryptAnewRequest = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: '`next` of the answer before; it goes on behind it.',
      }),
    ),
  },
  closed,
);
export type EncryptAnewRequest = Static<typeof EncryptAnewRequest>;

export const EncryptedAnew = Type.Object(
  {
    merchants: Type.Integer({ minimum: 0, description: 'Whose webhook secrets were encrypted anew.' }),
    channel_accounts: Type.Integer({ minimum: 0 }),
    unreadable: Type.Array(Type.String(), {
      description: 'Merchants and channels whose secrets no key decrypts; they stay as they are.',
    }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'More follow: send it as `after` to go on. Null: that is all.',
    }),
  },
  closed,
);
export type EncryptedAnew = Static<typeof EncryptedAnew>;
