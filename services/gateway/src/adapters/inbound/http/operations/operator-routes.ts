import type { OperatorToken as OperatorTokenMessage } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import { ManageOperatorTokens } from '../../../../application/operator/manage-operator-tokens.ts';
import type { OperatorToken } from '../../../../domain/operator/operator-token.ts';
import type { InstancesOf } from '../instances-of.ts';
import { operatorOf } from '../middleware/authenticate-operators.ts';
import { route } from '../route.ts';
import type { AuditTrail } from './audit-trail.ts';

export const operatorUseCases = { operatorTokens: ManageOperatorTokens };

/** Manages operators' tokens, for `kassa-admin operators …`. */
export function operatorRoutes(
  router: Router,
  { operatorTokens }: InstancesOf<typeof operatorUseCases>,
  audit: AuditTrail,
): void {
  route(router, endpoints.listOperatorTokens, async () => ({
    tokens: (await operatorTokens.list()).map(presentToken),
  }));

  route(router, endpoints.createOperatorToken, async ({ ctx, body }) => {
    const { name, role, valid_days: validDays } = body;
    const { stored, token } = await audit.change(
      ctx,
      { action: 'operators.create', about: [], details: body },
      () => operatorTokens.create({ name, role, validDays }, operatorOf(ctx).name),
      (created) => [created.stored.tokenId],
    );
    return { ...presentToken(stored), token };
  });

  route(router, endpoints.revokeOperatorToken, async ({ ctx, path: { tokenId } }) => {
    const { stored } = await audit.change(ctx, { action: 'operators.revoke', about: [tokenId] }, () =>
      operatorTokens.revoke(tokenId),
    );
    return presentToken(stored);
  });
}

function presentToken(token: OperatorToken): OperatorTokenMessage {
  return {
    token_id: token.tokenId,
    name: token.name,
    role: token.role,
    created_at: token.createdAt.toISOString(),
    created_by: token.createdBy,
    expires_at: token.expiresAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    revoked_at: token.revokedAt?.toISOString() ?? null,
  };
}
