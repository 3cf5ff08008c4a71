import { Type } from 'typebox';
import {
  ChangeBrandingRequest,
  ChangeSettingsRequest,
  CreatedMerchant,
  CreateMerchantRequest,
  Merchant,
  MerchantListQuery,
  MerchantListResult,
  MoveMerchantRequest,
  SetAllowedOriginsRequest,
} from '../../operations.ts';
import { answering, type Endpoint, type EndpointGroup, taking } from '../endpoint.ts';
import { exampleMerchant, exampleMerchantId } from '../examples.ts';

const onOperationsPort = { port: 'operations', security: 'operations_token' } as const;
/** The members that are common to endpoints that only read. */
export const ofViewer = { ...onOperationsPort, role: 'viewer' } as const;
/** The members that are common to endpoints that work on payments: cases, refunds, deliveries, reconciliation. */
export const ofOperator = { ...onOperationsPort, role: 'operator' } as const;
/** The members that are common to endpoints that change who may take or steer money: merchants, keys, accounts, operators. */
export const ofAdmin = { ...onOperationsPort, role: 'admin' } as const;

export const merchantIdParameter = {
  merchantId: {
    schema: Type.String({ examples: [exampleMerchantId] }),
    description: 'The ID of the merchant.',
  },
} as const;

const { merchant_id, name, state, created_at } = exampleMerchant;

export const listMerchants = answering({
  ...ofViewer,
  id: 'listMerchants',
  method: 'GET',
  path: '/admin/merchants',
  summary: 'List merchants',
  description: 'Sorted by ID, in pages.',
  query: MerchantListQuery,
  data: MerchantListResult,
  errors: ['INVALID_REQUEST'],
  examples: [
    {
      title: 'One merchant',
      data: { merchants: [{ merchant_id, name, state, created_at }], next: null },
    },
  ],
});

export const createMerchant = taking({
  ...ofAdmin,
  id: 'createMerchant',
  method: 'POST',
  path: '/admin/merchants',
  summary: 'Onboard a merchant',
  description:
    'Only this answer shows the webhook secret. In production, the merchant starts as pending and must be approved.',
  body: CreateMerchantRequest,
  data: CreatedMerchant,
  errors: ['INVALID_REQUEST', 'DUPLICATE_PUBLIC_KEY'],
  examples: [
    {
      title: 'A shop with its public key',
      body: {
        name: 'Corner Shop',
        public_key: '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEF…\n-----END PUBLIC KEY-----\n',
        webhook_url: 'https://shop.example/webhooks/kassa',
      },
      data: { ...exampleMerchant, webhook_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
    },
  ],
});

export const showMerchant = answering({
  ...ofViewer,
  id: 'showMerchant',
  method: 'GET',
  path: '/admin/merchants/{merchantId}',
  summary: 'Show a merchant',
  description: 'The answer contains the merchant’s keys and settings, but never a secret.',
  pathParameters: merchantIdParameter,
  data: Merchant,
  errors: ['MERCHANT_NOT_FOUND'],
  examples: [{ title: 'A merchant', data: exampleMerchant }],
});

export const setAllowedOrigins = taking({
  ...ofAdmin,
  id: 'setAllowedOrigins',
  method: 'POST',
  path: '/admin/merchants/{merchantId}/origins',
  summary: 'Set a merchant’s allowed origins',
  description:
    'Replaces the list of the merchant’s own origins. Pages at these origins may show the hosted cashier in a frame, and consumers may be sent back to them.',
  pathParameters: merchantIdParameter,
  body: SetAllowedOriginsRequest,
  data: Merchant,
  errors: ['INVALID_REQUEST', 'MERCHANT_NOT_FOUND'],
  examples: [
    {
      title: 'One origin',
      body: { allowed_origins: ['https://shop.example'] },
      data: exampleMerchant,
    },
  ],
});

export const changeBranding = taking({
  ...ofAdmin,
  id: 'changeBranding',
  method: 'POST',
  path: '/admin/merchants/{merchantId}/branding',
  summary: 'Change the branding of the hosted cashier',
  description: 'Omitted members stay unchanged; null removes a value.',
  pathParameters: merchantIdParameter,
  body: ChangeBrandingRequest,
  data: Merchant,
  errors: ['INVALID_REQUEST', 'MERCHANT_NOT_FOUND'],
  examples: [{ title: 'A colour', body: { accent_color: '#0a7d4f' }, data: exampleMerchant }],
});

export const changeMerchantSettings = taking({
  ...ofAdmin,
  id: 'changeMerchantSettings',
  method: 'POST',
  path: '/admin/merchants/{merchantId}/settings',
  summary: 'Change a merchant’s settings',
  description: 'Omitted members stay unchanged. Existing orders keep the validity they were created with.',
  pathParameters: merchantIdParameter,
  body: ChangeSettingsRequest,
  data: Merchant,
  errors: ['INVALID_REQUEST', 'MERCHANT_NOT_FOUND'],
  examples: [
    {
      title: 'The addresses of its servers',
      body: { ip_allow_list: ['203.0.113.0/24'] },
      data: { ...exampleMerchant, ip_allow_list: ['203.0.113.0/24'] },
    },
    {
      title: 'Small amounts to one processor, everything else to another',
      body: {
        routes: [
          { channel: 'ProcessorA', methods: ['card'], currencies: ['USD', 'EUR'], max_amount: '500.00' },
          { channel: 'ProcessorB' },
        ],
        method_order: ['card'],
      },
      data: {
        ...exampleMerchant,
        routes: [
          { channel: 'ProcessorA', methods: ['card'], currencies: ['USD', 'EUR'], max_amount: '500.00' },
          { channel: 'ProcessorB' },
        ],
        method_order: ['card'],
      },
    },
  ],
});

function moving<const Path extends `/${string}`>(
  move: Pick<Endpoint, 'id' | 'summary' | 'description'> & { readonly path: Path },
  state: (typeof exampleMerchant)['state'],
) {
  return taking({
    ...ofAdmin,
    ...move,
    method: 'POST',
    description: `${move.description} Repeating the call changes nothing.`,
    pathParameters: merchantIdParameter,
    body: MoveMerchantRequest,
    data: Merchant,
    errors: ['INVALID_REQUEST', 'MERCHANT_NOT_FOUND', 'MERCHANT_MOVE_NOT_POSSIBLE'],
    examples: [
      {
        title: 'With a reason',
        body: { note: 'Agreed with the merchant on 21 November' },
        data: { ...exampleMerchant, state },
      },
    ],
  });
}

export const approveMerchant = moving(
  {
    id: 'approveMerchant',
    path: '/admin/merchants/{merchantId}/approve',
    summary: 'Approve a merchant for production',
    description: 'Lets a pending merchant take payments. Review the merchant first.',
  },
  'active',
);

export const disableMerchant = moving(
  {
    id: 'disableMerchant',
    path: '/admin/merchants/{merchantId}/disable',
    summary: 'Disable a merchant',
    description:
      'The merchant’s calls are answered MERCHANT_DISABLED, and its cashier starts no payments. Payments already started run to completion.',
  },
  'disabled',
);

export const enableMerchant = moving(
  {
    id: 'enableMerchant',
    path: '/admin/merchants/{merchantId}/enable',
    summary: 'Enable a disabled merchant',
    description: 'Only a disabled merchant can be enabled. A pending merchant must be approved instead.',
  },
  'active',
);

/** Merchants, for `kassa-admin merchant …`. */
export const operatorMerchantGroup: EndpointGroup = {
  id: 'operations-merchants',
  title: 'Merchants',
  description: 'Onboard merchants and change their settings. Used by `kassa-admin merchant`.',
  endpoints: [
    listMerchants,
    createMerchant,
    showMerchant,
    setAllowedOrigins,
    changeBranding,
    changeMerchantSettings,
    approveMerchant,
    disableMerchant,
    enableMerchant,
  ],
};
