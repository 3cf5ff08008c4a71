import { type AddedKey, AddKeyRequest, compileValidator, RevokeKeyRequest, succeed } from '@kassa/contracts';
import type Router from '@koa/router';
import type { AddMerchantKey } from '../../../../application/merchants/add-merchant-key.ts';
import type { RevokeMerchantKey } from '../../../../application/merchants/revoke-merchant-key.ts';
import { jsonBodyOf } from '../json-body.ts';
import { orInvalid } from '../request-reading.ts';
import type { AuditTrail } from './audit-trail.ts';
import { presentMerchant } from './merchant-presenter.ts';

export interface KeyUseCases {
  readonly addKey: AddMerchantKey;
  readonly revokeKey: RevokeMerchantKey;
}

const readNewKey = compileValidator(AddKeyRequest);
const readRevocation = compileValidator(RevokeKeyRequest);

/** Merchants' public keys, for `kassa-admin keys …`. */
export function keyRoutes(router: Router, useCases: KeyUseCases, audit: AuditTrail): void {
  router.post('/merchants/:merchantId/keys', async (ctx) => {
    const { public_key } = orInvalid(readNewKey(jsonBodyOf(ctx)));
    const merchantId = String(ctx.params.merchantId);
    const { merchant, keyId } = await audit.change(
      ctx,
      { action: 'keys.add', about: [merchantId] },
      () => useCases.addKey.execute(merchantId, public_key),
      (added) => [added.keyId],
    );
    ctx.body = succeed<AddedKey>({ ...presentMerchant(merchant), key_id: keyId });
  });

  router.post('/merchants/:merchantId/keys/:keyId/revoke', async (ctx) => {
    const { force = false } = orInvalid(readRevocation(jsonBodyOf(ctx)));
    const [merchantId, keyId] = [String(ctx.params.merchantId), String(ctx.params.keyId)];
    const { merchant } = await audit.change(
      ctx,
      { action: 'keys.revoke', about: [merchantId, keyId], details: { force } },
      () => useCases.revokeKey.execute(merchantId, keyId, { isForced: force }),
    );
    ctx.body = succeed(presentMerchant(merchant));
  });
}
