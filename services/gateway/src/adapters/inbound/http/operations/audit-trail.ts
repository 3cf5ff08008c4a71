import { OPERATOR_HEADER, operatorNamePattern } from '@kassa/contracts';
import type { Context } from 'koa';
import type { AuditChanges } from '../../../../application/operator/audit-changes.ts';
import { type Refusal, refuse } from '../../../../application/refusal.ts';
import type { RequestedChange } from '../../../../domain/audit-entry.ts';
import { OrderFull } from '../../../../ports/order-full.ts';
import { orThrow } from '../refused-error.ts';

const MAX_ID_LENGTH = 128;

/** A change that a route is about to make. `about` and `details` never contain a key or a secret. */
export type RoutedChange = Pick<RequestedChange, 'action' | 'about'> &
  Partial<Pick<RequestedChange, 'details'>>;

/** Every route makes its changes through this class, so that the audit log records them. */
export class AuditTrail {
  readonly #audit: AuditChanges;

  constructor(audit: AuditChanges) {
    this.#audit = audit;
  }

  /** Makes the change and records it; a refusal is thrown, to be answered as an error. */
  async change<Outcome extends { readonly kind: string }>(
    ctx: Context,
    { action, about, details = {} }: RoutedChange,
    make: () => Promise<Outcome>,
    learnt: (done: Exclude<Outcome, Refusal>) => readonly string[] = () => [],
  ): Promise<Exclude<Outcome, Refusal>> {
    const name = ctx.get(OPERATOR_HEADER);
    const requested: RequestedChange = {
      operator: operatorNamePattern.test(name) ? name : null,
      address: ctx.ip,
      requestId: ctx.state.requestId,
      action,
      // IDs from paths can be of any length and need not be valid Unicode.
      about: about.map((id) => id.slice(0, MAX_ID_LENGTH).toWellFormed()),
      details,
    };
    return orThrow<Outcome>(
      await this.#audit.record<Outcome | Refusal>(requested, () => refusedByFullOrder(make), learnt),
    );
  }
}

async function refusedByFullOrder<Outcome>(make: () => Promise<Outcome>): Promise<Outcome | Refusal> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof OrderFull) return refuse('ORDER_FULL', `Nothing was changed: ${error.message}.`);
    throw error;
  }
}
