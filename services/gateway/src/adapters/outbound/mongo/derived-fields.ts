import { openCases } from '../../../domain/order/operator-cases.ts';
import { unloggedSince } from '../../../domain/order/order-event.ts';
import type { PaymentOrder } from '../../../domain/order/payment-order.ts';
import { nextAttentionAt } from '../../../domain/order/schedule.ts';
import { hoursOfMoves } from '../../../domain/settlement/money-moves.ts';

/**
 * The number of the rules by which the fields below are read off an order. Whoever changes one of these rules in the
 * domain raises it by one: orders that are stored with a lower number are then derived anew in the background.
 */
export const DERIVED_BY = 2;

/** What the database finds orders by. It says nothing that the order does not say, and is stored beside it. */
export interface DerivedFields {
  readonly derivedBy: number;
  /** When it needs attention again; absent while nothing is awaited. */
  readonly attentionAt?: Date;
  /** Since when something waits for an operator; absent while nothing does. */
  readonly casesSince?: Date;
  /** Since when an event of it has waited to be logged; null while none does. */
  readonly unloggedSince: Date | null;
  /** Hours in which its money moved; absent while none has, which keeps unpaid orders out of the index. */
  readonly moneyHours?: readonly Date[];
}

const fieldsLeftOut = ['attentionAt', 'casesSince', 'moneyHours'] as const;

export function derivedFieldsOf(order: PaymentOrder): DerivedFields {
  const attentionAt = nextAttentionAt(order);
  const casesSince = casesSinceOf(order);
  const moneyHours = hoursOfMoves(order);
  return {
    derivedBy: DERIVED_BY,
    ...(attentionAt !== null && { attentionAt }),
    ...(casesSince !== null && { casesSince }),
    unloggedSince: unloggedSince(order.outbox),
    ...(moneyHours.length > 0 && { moneyHours }),
  };
}

/** The update that stores these fields and removes those that are left out. */
export function updateOf(fields: DerivedFields): {
  readonly $set: DerivedFields;
  readonly $unset: Readonly<Record<string, ''>>;
} {
  const absent = fieldsLeftOut.filter((name) => fields[name] === undefined);
  return { $set: fields, $unset: Object.fromEntries(absent.map((name) => [name, ''])) };
}

function casesSinceOf(order: PaymentOrder): Date | null {
  const moments = openCases(order).map(({ since }) => since.getTime());
  return moments.length === 0 ? null : new Date(Math.min(...moments));
}

/**
 * Orders whose fields an earlier version has derived, each kind with an index of its own, which is empty otherwise. The
 * versions before the first number keep the number that they read when they write an order, so it proves nothing about
 * them. But where nothing is awaited or waits they write null, and this version leaves the field out.
 */
export const earlierDerivations = [
  { name: 'never_derived_by_number', fields: { derivedBy: 1 }, which: { derivedBy: null } },
  {
    // The next number's index has the same fields, and so needs another name.
    name: `derived_before_${DERIVED_BY}`,
    fields: { derivedBy: 1, _id: 1 },
    which: { derivedBy: { $lt: DERIVED_BY } },
  },
  {
    name: 'null_attention',
    fields: { attentionAt: 1, _id: 1 },
    which: { attentionAt: { $type: 'null' } },
  },
  { name: 'null_cases', fields: { casesSince: 1, _id: 1 }, which: { casesSince: { $type: 'null' } } },
] as const;

export const derivedByEarlierVersion: { readonly [path: string]: unknown } = {
  $or: earlierDerivations.map(({ which }) => which),
};
