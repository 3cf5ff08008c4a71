import type { ChannelFile } from '../../../../domain/attempt/payment-attempt.ts';
import type { PageOrigins } from '../../../../ports/payment-channel.ts';

/**
 * Adyen Web as its release notes name it, with the hashes that are published there. The files of a version never
 * change, and are the same in every environment.
 */
const VERSION = '6.45.2';
const SCRIPT_HASH = 'sha384-crX4Byf88JpnQfdUaDuwVOj3qlk5tmSa3rhIalmJIyo1kC49EDIcnNQ9fY5blVUV';
const STYLESHEET_HASH = 'sha384-KhV4iC2YVQosq5vzx0xN0yGDVMZA++mbd6obc2JKUszVBdXmexFTRHOXKh5DcqDF';

export interface AdyenPage {
  readonly library: ChannelFile;
  readonly stylesheet: ChannelFile;
  readonly origins: PageOrigins;
}

/** Where a page with Adyen's card component loads from. @param environment as Adyen's browser library calls it */
export function adyenPageOf(environment: string): AdyenPage {
  const files = `https://checkoutshopper-${environment}.cdn.adyen.com`;
  const service = `https://checkoutshopper-${environment}.adyen.com`;
  const analytics = `https://checkoutanalytics-${environment}.adyen.com`;
  const at = (file: string) => `${files}/checkoutshopper/sdk/${VERSION}/${file}`;
  return {
    library: { url: at('adyen.js'), integrity: SCRIPT_HASH },
    stylesheet: { url: at('adyen.css'), integrity: STYLESHEET_HASH },
    origins: {
      scripts: [files],
      styles: [files],
      // Marks of the card brands in its fields.
      images: [files],
      // The card's fields lie in frames of Adyen's.
      frames: [service],
      connections: [service, files, analytics],
    },
  };
}
