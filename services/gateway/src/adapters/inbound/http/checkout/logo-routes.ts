import type Router from '@koa/router';
import type { ManageBranding } from '../../../../application/merchants/manage-branding.ts';

/**
 * Serves merchants' logos. Merchants supply these files. So a strict policy prevents a browser that opens a logo directly from
 * running or loading anything in the file.
 */
export function logoRoutes(router: Router, branding: ManageBranding): void {
  router.get('/logos/:merchantId/:hash', async (ctx) => {
    const logo = await branding.findLogo(String(ctx.params.merchantId), String(ctx.params.hash));
    if (logo === undefined) return;
    ctx.set('Content-Security-Policy', "default-src 'none'; sandbox");
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    ctx.type = logo.mediaType;
    ctx.body = logo.bytes;
  });
}
