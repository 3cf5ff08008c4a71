import type { Endpoint, EndpointGroup } from '@kassa/contracts/endpoints';

/** The path of the site on its host. */
export const BASE = '/docs/';

/** The anchor of an endpoint on the page of its group. */
export function anchorOf({ id }: Endpoint): string {
  return id.toLowerCase();
}

/** @returns below `BASE`, such as `api/payments#createpayment` */
export function addressOf(group: EndpointGroup, endpoint: Endpoint): string {
  return `api/${group.id}#${anchorOf(endpoint)}`;
}
