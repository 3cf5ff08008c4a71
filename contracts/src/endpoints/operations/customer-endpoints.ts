import { EraseCustomerRequest, ErasedCustomer, OrderCustomer } from '../../customer-data.ts';
import { OrderId } from '../../field-schemas.ts';
import { answering, type Endpoint, taking } from '../endpoint.ts';
import { exampleOrderId } from '../examples.ts';
import { ofOperator } from './merchant-endpoints.ts';

const orderIdParameter = {
  orderId: { schema: OrderId, description: 'The platform’s order identifier.' },
} as const;

export const showCustomer = answering({
  ...ofOperator,
  id: 'showCustomer',
  method: 'GET',
  path: '/admin/orders/{orderId}/customer',
  summary: 'Show what an order says about the consumer',
  description:
    'Name, e-mail address, telephone number and billing address, as the merchant gave them. No other call shows them.',
  pathParameters: orderIdParameter,
  data: OrderCustomer,
  errors: ['ORDER_NOT_FOUND', 'ORDER_ARCHIVED'],
  examples: [
    {
      title: 'A name and an e-mail address',
      data: { order_id: exampleOrderId, customer: { full_name: 'Ann', email: 'ann@example.org' } },
    },
  ],
});

export const eraseCustomer = taking({
  ...ofOperator,
  id: 'eraseCustomer',
  method: 'POST',
  path: '/admin/orders/{orderId}/customer/erase',
  summary: 'Erase what an order says about the consumer',
  description:
    'Permanently removes name, e-mail address, telephone number and billing address from the order. Amounts, states, references, refunds, disputes and the history stay. The call is refused while the order can still be paid, because the gateway may have to pass the data to the channel. Repeating the call changes nothing.',
  pathParameters: orderIdParameter,
  body: EraseCustomerRequest,
  data: ErasedCustomer,
  errors: ['INVALID_REQUEST', 'ORDER_NOT_FOUND', 'ORDER_ARCHIVED', 'CUSTOMER_NOT_ERASABLE', 'ORDER_FULL'],
  examples: [
    {
      title: 'Erased',
      body: { note: 'Request 2026-117' },
      data: { order_id: exampleOrderId, erased: true },
    },
  ],
});

export const customerEndpoints: readonly Endpoint[] = [showCustomer, eraseCustomer];
