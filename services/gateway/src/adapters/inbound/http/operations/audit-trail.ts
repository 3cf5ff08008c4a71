import type { Context } from 'koa';
import type { AuditChanges } from '../../../../application/operator/audit-changes.ts';
import { orderArchived, type Refusal, refuse } from '../../../../application/refusal.ts';
import type { RequestedChange } from '../../../../domain/audit-entry.ts';
import { OrderArchived } from '../../../../ports/order-archived.ts';
import { OrderFull } from '../../../../ports/order-full.ts';
import { operatorOf } from '../middleware/authenticate-operators.ts';
import { orThrow } from '../refused-error.ts';

const MAX_ID_LENGTH = 128;

/**
 * A change that an HTTP route is about to make for an operator, as the audit log records it. `about` lists the IDs of what
 * changes, such as a merchant or an order. Neither `about` nor `details` ever contains a key or a secret.
 */
export type RoutedChange = Pick<RequestedChange, 'action' | 'about'> &
  Partial<Pick<RequestedChange, 'details'>>;

/**
 * Records operators' changes in the audit log. Every route that changes something for an operator makes its change
 * through this class.
 */
export class AuditTrail {
  readonly #audit: AuditChanges;

  constructor(audit: AuditChanges) {
    this.#audit = audit;
  }

  /**
   * Makes a change and records it in the audit log. If the use case refuses the change, this method throws the refusal, which
   * the gateway answers as an error.
   */
  async change<Outcome extends { readonly kind: string }>(
    ctx: Context,
    { action, about, details = {} }: RoutedChange,
    make: () => Promise<Outcome>,
    learnt: (done: Exclude<Outcome, Refusal>) => readonly string[] = () => [],
  ): Promise<Exclude<Outcome, Refusal>> {
    const requested: RequestedChange = {
      operator: operatorOf(ctx).name,
      address: ctx.ip,
      requestId: ctx.state.requestId,
      action,
      // An ID from a request's path can have any length and contain invalid Unicode. So it is shortened and repaired before it
      // is stored in the audit log.
      about: about.map((id) => id.slice(0, MAX_ID_LENGTH).toWellFormed()),
      details,
    };
    return orThrow<Outcome>(
      await this.#audit.record<Outcome | Refusal>(requested, () => refusedByOrder(make), learnt),
    );
  }
}

async function refusedByOrder<Outcome>(make: () => Promise<Outcome>): Promise<Outcome | Refusal> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof OrderFull) return refuse('ORDER_FULL', `Nothing was changed: ${error.message}.`);
    if (error instanceof OrderArchived) return orderArchived(error.tombstone);
    throw error;
  }
}
