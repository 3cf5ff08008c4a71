import { Type } from 'typebox';
import {
  CreatedOperatorToken,
  CreateOperatorTokenRequest,
  OperatorToken,
  OperatorTokenList,
  type OperatorToken as OperatorTokenMessage,
} from '../../operators.ts';
import { answering, type EndpointGroup, taking } from '../endpoint.ts';
import { ofAdmin, ofViewer } from './merchant-endpoints.ts';

const exampleToken: OperatorTokenMessage = {
  token_id: 'opt_5f2b7c1e9a0d4b6f',
  name: 'ann@example.com',
  role: 'operator',
  created_at: '2026-11-21T09:30:00.000Z',
  created_by: 'bootstrap',
  expires_at: '2027-02-19T09:30:00.000Z',
  last_used_at: null,
  revoked_at: null,
};

export const listOperatorTokens = answering({
  ...ofViewer,
  id: 'listOperatorTokens',
  method: 'GET',
  path: '/admin/operators',
  summary: 'List operators’ tokens',
  description:
    'Lists all tokens with their owners, roles, expiry and last use, the newest first. Shows no secrets.',
  data: OperatorTokenList,
  errors: [],
  examples: [{ title: 'One operator', data: { tokens: [exampleToken] } }],
});

export const createOperatorToken = taking({
  ...ofAdmin,
  id: 'createOperatorToken',
  method: 'POST',
  path: '/admin/operators',
  summary: 'Create an operator’s token',
  description:
    'Creates a token for a person or a program. Only this answer shows the secret. A person can have several valid tokens, so that a new one can replace an old one without a gap. `KASSA_OPERATIONS_TOKEN` counts as an admin named `bootstrap`, and creates the first token.',
  body: CreateOperatorTokenRequest,
  data: CreatedOperatorToken,
  errors: ['INVALID_REQUEST'],
  examples: [
    {
      title: 'An operator for 90 days',
      body: { name: 'ann@example.com', role: 'operator' },
      data: { ...exampleToken, token: 'kop_2nQ7v5oXc8Zr1LkT9sWdE4uYb6Ha0JmPfGiV3xKqMzw' },
    },
  ],
});

export const revokeOperatorToken = answering({
  ...ofAdmin,
  id: 'revokeOperatorToken',
  method: 'POST',
  path: '/admin/operators/{tokenId}/revoke',
  summary: 'Revoke an operator’s token',
  description:
    'Every instance refuses the token from now on. Revoking a revoked token changes nothing. The last valid token of an admin is not revoked if the gateway was started without `KASSA_OPERATIONS_TOKEN`.',
  pathParameters: {
    tokenId: {
      schema: Type.String({ examples: ['opt_5f2b7c1e9a0d4b6f'] }),
      description: 'The ID of the token.',
    },
  },
  data: OperatorToken,
  errors: ['OPERATOR_TOKEN_NOT_FOUND', 'LAST_ADMIN_TOKEN'],
  examples: [{ title: 'Revoked', data: { ...exampleToken, revoked_at: '2026-11-21T10:00:00.000Z' } }],
});

/** Endpoints for operators' tokens, for `kassa-admin operators …`. */
export const operatorGroup: EndpointGroup = {
  id: 'operations-operators',
  title: 'Operators',
  description:
    'Tokens of the people and programs that operate the gateway. Each has a name, a role and an expiry. The audit log records the name of the token.',
  endpoints: [listOperatorTokens, createOperatorToken, revokeOperatorToken],
};
