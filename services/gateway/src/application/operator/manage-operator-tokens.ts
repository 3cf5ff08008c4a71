import { DEFAULT_TOKEN_DAYS } from '@kassa/contracts';
import {
  BOOTSTRAP_NAME,
  isLastOfAdmins,
  newOperatorToken,
  type Operator,
  type OperatorToken,
} from '../../domain/operator/operator-token.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OperatorTokens } from '../../ports/operator-tokens.ts';
import type { Randomness } from '../../ports/randomness.ts';
import { type Refusal, refuse } from '../refusal.ts';

export type CreatedOperatorToken = {
  readonly kind: 'created';
  readonly stored: OperatorToken;
  /** The secret token, which is not stored. */
  readonly token: string;
};

interface Dependencies {
  readonly operatorTokens: OperatorTokens;
  /** The token that the gateway was started with; null if there is none. */
  readonly bootstrapToken: string | null;
  readonly randomness: Randomness;
  readonly clock: Clock;
}

/** Creates, lists and revokes operators' tokens. */
export class ManageOperatorTokens {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  async create(
    { name, role, validDays = DEFAULT_TOKEN_DAYS }: Operator & { readonly validDays?: number | undefined },
    createdBy: string,
  ): Promise<CreatedOperatorToken | Refusal> {
    if (name === BOOTSTRAP_NAME) {
      return refuse('INVALID_REQUEST', 'name is the name of whoever calls with KASSA_OPERATIONS_TOKEN.', [
        { path: 'name', message: 'must be another name' },
      ]);
    }
    const { randomness, clock, operatorTokens } = this.#deps;
    const token = randomness.newOperatorToken();
    const stored = newOperatorToken(token, { name, role, validDays }, createdBy, clock.realNow());
    await operatorTokens.insert(stored);
    return { kind: 'created', stored, token };
  }

  list(): Promise<readonly OperatorToken[]> {
    return this.#deps.operatorTokens.list();
  }

  async revoke(
    tokenId: string,
  ): Promise<{ readonly kind: 'revoked'; readonly stored: OperatorToken } | Refusal> {
    const { operatorTokens, bootstrapToken, clock } = this.#deps;
    const now = clock.realNow();
    const stored = await operatorTokens.revoke(
      tokenId,
      now,
      (issued) => bootstrapToken !== null || !isLastOfAdmins(tokenId, issued, now),
    );
    if (stored === 'kept') {
      return refuse(
        'LAST_ADMIN_TOKEN',
        'No other admin has a valid token, and the gateway was started without KASSA_OPERATIONS_TOKEN. Create another admin’s token first.',
      );
    }
    return stored === undefined
      ? refuse('OPERATOR_TOKEN_NOT_FOUND', 'There is no token with this ID.')
      : { kind: 'revoked', stored };
  }
}
