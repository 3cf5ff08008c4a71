import type { Customer } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import { ManageCustomerData } from '../../../../application/operator/manage-customer-data.ts';
import type { PayingCustomer } from '../../../../domain/order/paying-customer.ts';
import type { BillingAddress } from '../../../../domain/order/payment-order.ts';
import type { InstancesOf } from '../instances-of.ts';
import { orThrow } from '../refused-error.ts';
import { route } from '../route.ts';
import type { AuditTrail } from './audit-trail.ts';

export const customerUseCases = { customerData: ManageCustomerData };
export type CustomerUseCases = InstancesOf<typeof customerUseCases>;

/** Shows and erases an order's data about the consumer, for `kassa-admin customer …`. */
export function customerRoutes(router: Router, { customerData }: CustomerUseCases, audit: AuditTrail): void {
  route(router, endpoints.showCustomer, async ({ path: { orderId } }) => {
    const { customer } = orThrow(await customerData.show(orderId));
    return { order_id: orderId, customer: customer && presentCustomer(customer) };
  });

  route(router, endpoints.eraseCustomer, async ({ ctx, path: { orderId }, body: { note } }) => {
    const { kind } = await audit.change(
      ctx,
      { action: 'customer.erase', about: [orderId], details: { note } },
      () => customerData.erase(orderId, note),
    );
    return { order_id: orderId, erased: kind === 'erased' };
  });
}

function presentCustomer({ name, email, phone, billingAddress }: PayingCustomer): Customer {
  return {
    ...(name !== undefined && { full_name: name }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    ...(billingAddress !== undefined && { billing_address: presentAddress(billingAddress) }),
  };
}

function presentAddress({
  postalCode,
  ...address
}: BillingAddress): NonNullable<Customer['billing_address']> {
  return { ...address, ...(postalCode !== undefined && { postal_code: postalCode }) };
}
