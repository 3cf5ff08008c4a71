import type { Endpoint, EndpointGroup } from '@kassa/contracts/endpoints';

/** The path of the site on its host. */
export const BASE = '/docs/';

/**
 * Returns the HTML anchor of an endpoint on its page of the API reference. The anchor is needed because one page describes
 * several endpoints.
 */
export function anchorOf({ id }: Endpoint): string {
  return id.toLowerCase();
}

/** @returns below `BASE`, such as `api/payments#createpayment` */
export function addressOf(group: EndpointGroup, endpoint: Endpoint): string {
  return `api/${group.id}#${anchorOf(endpoint)}`;
}
