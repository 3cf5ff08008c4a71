import { createHash } from 'node:crypto';
import type { OperatorRole } from '@kassa/contracts';
import type { Context, Middleware } from 'koa';
import type { IdentifyOperator } from '../../../../application/operator/identify-operator.ts';
import { mayAct, type Operator } from '../../../../domain/operator/operator-token.ts';
import { refused } from '../refused-error.ts';
import type { UnprovenCallers } from '../unproven-callers.ts';

const bearer = /^Bearer (\S{1,256})$/;

/** Returns the operator who makes the call. */
export function operatorOf(ctx: Context): Operator {
  return ctx.state.operator as Operator;
}

/**
 * Lets a request pass only with a valid operator's token. After too many wrong tokens from a network, the gateway alerts
 * operators and refuses further calls from this network without checking their tokens, so that nobody can continue to guess.
 * But a valid token still passes if the same network has already used it since the gateway started. So nobody can lock out an
 * operator who has called from that network.
 */
export function authenticateOperators(identify: IdentifyOperator, unproven: UnprovenCallers): Middleware {
  return async function authenticateOperator(ctx, next) {
    const [, token = ''] = bearer.exec(ctx.get('Authorization')) ?? [];
    const claim = createHash('sha256').update(token).digest('hex');
    const operator = await unproven.verify(
      { address: ctx.ip, claim },
      () => identify.execute(token),
      (found) => found !== undefined,
    );
    if (operator === undefined) {
      throw refused('OPERATOR_UNAUTHORISED', 'Send Authorization: Bearer with a valid operator’s token.');
    }
    ctx.state.operator = operator;
    await next();
  };
}

/** Lets a request pass only if its operator has at least the needed role. */
export function requireRole(needed: OperatorRole): Middleware {
  return async function checkRole(ctx, next) {
    const { name, role } = operatorOf(ctx);
    if (!mayAct(role, needed)) {
      throw refused(
        'OPERATOR_FORBIDDEN',
        `This call needs the role ${needed}; ${name} has the role ${role}.`,
      );
    }
    await next();
  };
}
