import { Type } from 'typebox';
import {
  AddChannelRequest,
  Channel,
  ChannelCheck,
  type ChannelCheck as ChannelCheckMessage,
  ChannelDomain,
  ChannelList,
  type Channel as ChannelMessage,
  ChannelTypeList,
  EncryptAnewRequest,
  EncryptedAnew,
  RemovedChannel,
  RotateChannelRequest,
} from '../../channel-accounts.ts';
import { answering, type EndpointGroup, taking } from '../endpoint.ts';
import { exampleMerchantId } from '../examples.ts';
import { ofAdmin, ofOperator, ofViewer } from './merchant-endpoints.ts';

const channelId = `ProcessorA-${exampleMerchantId}`;
const createdAt = '2026-11-21T09:30:00.000Z';

const exampleChannel: ChannelMessage = {
  channel_id: channelId,
  channel_type: 'ProcessorA',
  merchant_id: exampleMerchantId,
  source: 'account',
  state: 'active',
  problem: null,
  credentials: { secretKey: null, publicKey: 'pk_live_51Example', callbackSecret: null },
  has_previous_callback_secret: false,
  callback_url: `https://api.pay.example/api/webhook/${channelId}`,
  health: {
    circuit: 'closed',
    probe_due_at: null,
    calls: 412,
    error_rate: 0.005,
    median_ms: 310,
    p95_ms: 870,
    running: 3,
    waiting: 0,
  },
  created_at: createdAt,
  credentials_changed_at: createdAt,
  retired_at: null,
};

const credentials = {
  secretKey: 'sk_live_51Example',
  publicKey: 'pk_live_51Example',
  callbackSecret: 'whsec_Example00',
};

const channelIdParameter = {
  channelId: { schema: Type.String({ examples: [channelId] }), description: 'The ID of the channel.' },
} as const;

export const listChannelTypes = answering({
  ...ofViewer,
  id: 'listChannelTypes',
  method: 'GET',
  path: '/admin/channel-types',
  summary: 'List channel types',
  description: 'Lists the supported channel types and the credentials that each of them needs.',
  data: ChannelTypeList,
  errors: [],
  examples: [
    {
      title: 'One type',
      data: {
        channel_types: [
          {
            channel_type: 'ProcessorA',
            members: [
              {
                name: 'secretKey',
                description: 'A secret or restricted key of the account at Stripe',
                example: 'sk_live_…',
                is_required: true,
                is_secret: true,
              },
            ],
          },
        ],
      },
    },
  ],
});

export const listChannels = answering({
  ...ofViewer,
  id: 'listChannels',
  method: 'GET',
  path: '/admin/channels',
  summary: 'List channels',
  description: 'Lists all channels, including unusable ones; `problem` gives the reason.',
  data: ChannelList,
  errors: [],
  examples: [{ title: 'A merchant’s own', data: { channels: [exampleChannel] } }],
});

export const showChannel = answering({
  ...ofViewer,
  id: 'showChannel',
  method: 'GET',
  path: '/admin/channels/{channelId}',
  summary: 'Show a channel',
  description: 'The answer also contains those credentials of the account that are not secret.',
  pathParameters: channelIdParameter,
  data: Channel,
  errors: ['CHANNEL_NOT_FOUND'],
  examples: [{ title: 'A merchant’s own', data: exampleChannel }],
});

export const addChannel = taking({
  ...ofAdmin,
  id: 'addChannel',
  method: 'POST',
  path: '/admin/channels',
  summary: 'Add an account',
  description:
    'Adds a channel, that is, an account at a processor, for the whole deployment or for one merchant. Within a second, the channel takes payments. A merchant’s payments go through the merchant’s own channel if there is one. The call is refused if another active channel uses the same account at the processor.',
  body: AddChannelRequest,
  data: Channel,
  errors: ['INVALID_REQUEST', 'MERCHANT_NOT_FOUND', 'CHANNEL_EXISTS', 'CHANNEL_ACCOUNT_TAKEN'],
  examples: [
    {
      title: 'A merchant’s own',
      body: { channel_type: 'ProcessorA', merchant_id: exampleMerchantId, credentials },
      data: exampleChannel,
    },
  ],
});

export const rotateChannel = taking({
  ...ofAdmin,
  id: 'rotateChannel',
  method: 'POST',
  path: '/admin/channels/{channelId}/rotate',
  summary: 'Replace the credentials of an account',
  description:
    'Replaces the account’s keys immediately. If you send a new callback secret, callbacks signed with the previous one are still accepted until you retire it. Until then, you cannot set a further callback secret. After the first payment at the channel, the new credentials must belong to the same account at the processor. If the credentials do not identify their account, the gateway checks this by looking up an earlier payment with the new key.',
  pathParameters: channelIdParameter,
  body: RotateChannelRequest,
  data: Channel,
  errors: [
    'INVALID_REQUEST',
    'CHANNEL_NOT_FOUND',
    'SECRET_ROTATION_UNDER_WAY',
    'CHANNEL_ACCOUNT_TAKEN',
    'CHANNEL_ACCOUNT_DIFFERS',
    'CHANNEL_ERROR',
  ],
  examples: [
    {
      title: 'A new callback secret',
      body: { credentials: { ...credentials, callbackSecret: 'whsec_Example01' } },
      data: { ...exampleChannel, has_previous_callback_secret: true },
    },
  ],
});

export const retireChannel = answering({
  ...ofAdmin,
  id: 'retireChannel',
  method: 'POST',
  path: '/admin/channels/{channelId}/retire',
  summary: 'Retire an account',
  description:
    'Within a second, the account stops taking new payments. Callbacks, refunds and disputes of earlier payments continue. The merchant’s payments then go through the deployment’s account, if there is one. The request has no body.',
  pathParameters: channelIdParameter,
  data: Channel,
  errors: ['CHANNEL_NOT_FOUND'],
  examples: [
    {
      title: 'Retired',
      data: { ...exampleChannel, state: 'retired', retired_at: '2026-11-22T09:30:00.000Z' },
    },
  ],
});

export const enableChannel = answering({
  ...ofAdmin,
  id: 'enableChannel',
  method: 'POST',
  path: '/admin/channels/{channelId}/enable',
  summary: 'Reactivate a retired account',
  description: 'Within a second the account takes payments again. The request has no body.',
  pathParameters: channelIdParameter,
  data: Channel,
  errors: ['CHANNEL_NOT_FOUND', 'CHANNEL_ACCOUNT_TAKEN'],
  examples: [{ title: 'Active again', data: exampleChannel }],
});

export const retireCallbackSecret = answering({
  ...ofAdmin,
  id: 'retireCallbackSecret',
  method: 'POST',
  path: '/admin/channels/{channelId}/retire-secret',
  summary: 'Retire the previous callback secret',
  description:
    'Ends a rotation of the callback secret: from then on, only callbacks signed with the current secret are accepted. The request has no body.',
  pathParameters: channelIdParameter,
  data: Channel,
  errors: ['CHANNEL_NOT_FOUND'],
  examples: [{ title: 'Only the current secret verifies', data: exampleChannel }],
});

export const removeChannel = answering({
  ...ofAdmin,
  id: 'removeChannel',
  method: 'POST',
  path: '/admin/channels/{channelId}/remove',
  summary: 'Remove an account',
  description:
    'Removes a retired account at which no payment was ever started. Other accounts must stay, because refunds, disputes and callbacks need them for years. The request has no body.',
  pathParameters: channelIdParameter,
  data: RemovedChannel,
  errors: ['CHANNEL_NOT_FOUND', 'CHANNEL_IN_USE'],
  examples: [{ title: 'Removed', data: { channel_id: channelId } }],
});

export const checkChannel = answering({
  ...ofOperator,
  id: 'checkChannel',
  method: 'POST',
  path: '/admin/channels/{channelId}/check',
  summary: 'Check a channel live',
  description:
    'Tests the credentials and the connection step by step, without moving money. The request has no body. If the deployment has no account of this channel type, the check is reported as skipped.',
  pathParameters: channelIdParameter,
  data: ChannelCheck,
  errors: ['CHANNEL_NOT_FOUND'],
  examples: [
    {
      title: 'Passed',
      data: {
        channel_id: channelId,
        outcome: 'passed',
        steps: [{ name: 'Secret key', outcome: 'passed', detail: null }],
      },
    },
  ],
});

const checkedDomain: ChannelCheckMessage = {
  channel_id: channelId,
  outcome: 'passed',
  steps: [
    { name: 'pay.example is registered', outcome: 'passed', detail: null },
    { name: 'Apple Pay is active on it', outcome: 'passed', detail: null },
    { name: 'Google Pay is active on it', outcome: 'passed', detail: null },
  ],
};

export const registerDomain = taking({
  ...ofAdmin,
  id: 'registerDomain',
  method: 'POST',
  path: '/admin/channels/{channelId}/domain',
  summary: 'Register a domain for wallets',
  description:
    'Registers the domain of a page at the processor, so that the page can show Apple Pay and Google Pay, and has the processor verify the domain. Each step is reported. You can repeat the call.',
  pathParameters: channelIdParameter,
  body: ChannelDomain,
  data: ChannelCheck,
  errors: ['INVALID_REQUEST', 'CHANNEL_NOT_FOUND'],
  examples: [{ title: 'Registered and verified', body: {}, data: checkedDomain }],
});

export const checkDomain = answering({
  ...ofViewer,
  id: 'checkDomain',
  method: 'GET',
  path: '/admin/channels/{channelId}/domain',
  summary: 'Check a domain for wallets',
  description:
    'Asks the processor whether the domain of a page is registered, and which wallets are active on it. Changes nothing.',
  pathParameters: channelIdParameter,
  query: ChannelDomain,
  data: ChannelCheck,
  errors: ['INVALID_REQUEST', 'CHANNEL_NOT_FOUND'],
  examples: [{ title: 'All is well', data: checkedDomain }],
});

export const encryptAnew = taking({
  ...ofAdmin,
  id: 'encryptAnew',
  method: 'POST',
  path: '/admin/secrets/encrypt-anew',
  summary: 'Re-encrypt stored secrets',
  description:
    'Encrypts all stored secrets anew with the first key of `KASSA_ENCRYPTION_KEY`: merchants’ webhook secrets and the credentials of accounts. Each call handles one page. After the last page, you can remove the older keys that `retired_keys` names. Keep them if an answer named merchants or channels in `unreadable`: none of the keys could decrypt their secrets.',
  body: EncryptAnewRequest,
  data: EncryptedAnew,
  errors: ['INVALID_REQUEST'],
  examples: [
    {
      title: 'All in one page',
      body: {},
      data: {
        merchants: 12,
        channel_accounts: 3,
        unreadable: [],
        retired_keys: ['4f1c0a9b2d3e5f67'],
        next: null,
      },
    },
  ],
});

/** Endpoints for accounts at processors, for `kassa-admin channel …`. */
export const operatorChannelGroup: EndpointGroup = {
  id: 'operations-channels',
  title: 'Channels',
  description:
    'Accounts at processors: the deployment’s and merchants’ own. Credentials are encrypted before they are stored. No answer, log or audit entry contains a secret.',
  endpoints: [
    listChannelTypes,
    listChannels,
    showChannel,
    addChannel,
    rotateChannel,
    retireChannel,
    enableChannel,
    retireCallbackSecret,
    removeChannel,
    checkChannel,
    registerDomain,
    checkDomain,
    encryptAnew,
  ],
};
