import { type Static, Type } from 'typebox';
import { closed, OrderId } from './field-schemas.ts';
import { Customer } from './payment.ts';

/** What an operator needs to answer a consumer who asks for their personal data, or for its erasure. */

/** `data` of `GET /admin/orders/{order_id}/customer`. */
export const OrderCustomer = Type.Object(
  {
    order_id: OrderId,
    customer: Type.Union([Customer, Type.Null()], {
      description:
        'What the merchant said about the consumer when it created the order; null if it said nothing, or if an operator has erased it.',
    }),
  },
  closed,
);
export type OrderCustomer = Static<typeof OrderCustomer>;

/** Body of `POST /admin/orders/{order_id}/customer/erase`. */
export const EraseCustomerRequest = Type.Object(
  {
    note: Type.String({
      minLength: 1,
      maxLength: 512,
      description:
        'Why the data is erased, such as the number of the consumer’s request. The note stays with the order and in the audit log, so do not name the consumer in it.',
      examples: ['Request 2026-117'],
    }),
  },
  closed,
);
export type EraseCustomerRequest = Static<typeof EraseCustomerRequest>;

/** `data` of `POST /admin/orders/{order_id}/customer/erase`. */
export const ErasedCustomer = Type.Object(
  {
    order_id: OrderId,
    erased: Type.Boolean({
      description: 'Whether this call erased something: false if the order holds nothing about the consumer.',
      examples: [true],
    }),
  },
  closed,
);
export type ErasedCustomer = Static<typeof ErasedCustomer>;
