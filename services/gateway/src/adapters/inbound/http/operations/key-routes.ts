import { type AddedKey, AddKeyRequest, compileValidator, RevokeKeyRequest, succeed } from '@kassa/contracts';
import type Router from '@koa/router';
import type { AddMerchantKey } from '../../../../application/merchants/add-merchant-key.ts';
import type { RevokeMerchantKey } from '../../../../application/merchants/revoke-merchant-key.ts';
import { jsonBodyOf } from '../json-body.ts';
import { orThrow } from '../refused-error.ts';
import { orInvalid } from '../request-reading.ts';
import { presentMerchant } from './merchant-presenter.ts';

export interface KeyUseCases {
  readonly addKey: AddMerchantKey;
  readonly revokeKey: RevokeMerchantKey;
}

const readNewKey = compileValidator(AddKeyRequest);
const readRevocation = compileValidator(RevokeKeyRequest);

/** Merchants' public keys, for `kassa-admin keys …`. */
export function keyRoutes(router: Router, useCases: KeyUseCases): void {
  router.post('/merchants/:merchantId/keys', async (ctx) => {
    const { public_key } = orInvalid(readNewKey(jsonBodyOf(ctx)));
    const { merchant, keyId } = orThrow(
      await useCases.addKey.execute(String(ctx.params.merchantId), public_key),
    );
    ctx.body = succeed<AddedKey>({ ...presentMerchant(merchant), key_id: keyId });
  });

  router.post('/merchants/:merchantId/keys/:keyId/revoke', async (ctx) => {
    const { force: isForced = false } = orInvalid(readRevocation(jsonBodyOf(ctx)));
    const { merchantId, keyId } = ctx.params;
    const { merchant } = orThrow(
      await useCases.revokeKey.execute(String(merchantId), String(keyId), { isForced }),
    );
    ctx.body = succeed(presentMerchant(merchant));
  });
}
