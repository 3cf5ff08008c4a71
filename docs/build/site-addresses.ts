import type { Endpoint, EndpointGroup } from '@kassa/contracts/endpoints';

/** The path of the site on its host. */
export const BASE = '/docs/';

/** Returns the HTML anchor of an endpoint. Each page of the API reference describes a group of endpoints. */
export function anchorOf({ id }: Endpoint): string {
  return id.toLowerCase();
}

/** @returns below `BASE`, such as `api/payments#createpayment` */
export function addressOf(group: EndpointGroup, endpoint: Endpoint): string {
  return `api/${group.id}#${anchorOf(endpoint)}`;
}
