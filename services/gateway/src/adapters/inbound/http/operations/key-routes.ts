import * as endpoints from '@kassa/contracts/endpoints';
import type Router from '@koa/router';
import { ManageMerchantKeys } from '../../../../application/merchants/manage-keys.ts';
import type { InstancesOf } from '../instances-of.ts';
import { route } from '../route.ts';
import type { AuditTrail } from './audit-trail.ts';
import { presentMerchant } from './merchant-presenter.ts';

export const keyUseCases = {
  keys: ManageMerchantKeys,
};
export type KeyUseCases = InstancesOf<typeof keyUseCases>;

/** Manages merchants' public keys, for `kassa-admin keys …`. */
export function keyRoutes(router: Router, useCases: KeyUseCases, audit: AuditTrail): void {
  route(router, endpoints.addMerchantKey, async ({ ctx, path: { merchantId }, body: { public_key } }) => {
    const { merchant, keyId } = await audit.change(
      ctx,
      { action: 'keys.add', about: [merchantId] },
      () => useCases.keys.add(merchantId, public_key),
      (added) => [added.keyId],
    );
    return { ...presentMerchant(merchant), key_id: keyId };
  });

  route(router, endpoints.revokeMerchantKey, async ({ ctx, path, body: { force = false } }) => {
    const [merchantId, keyId] = [path.merchantId, path.keyId];
    const { merchant } = await audit.change(
      ctx,
      { action: 'keys.revoke', about: [merchantId, keyId], details: { force } },
      () => useCases.keys.revoke(merchantId, keyId, { isForced: force }),
    );
    return presentMerchant(merchant);
  });
}
