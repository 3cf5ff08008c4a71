import type { ChannelFile } from '../../../../domain/attempt/payment-attempt.ts';
import type { PageOrigins } from '../../../../ports/payment-channel.ts';

/**
 * The version of Adyen Web and the hashes that its release notes publish. The files of a version never change,
 * and are the same in every environment.
 */
const VERSION = '6.45.2';
const SCRIPT_HASH = 'sha384-crX4Byf88JpnQfdUaDuwVOj3qlk5tmSa3rhIalmJIyo1kC49EDIcnNQ9fY5blVUV';
const STYLESHEET_HASH = 'sha384-KhV4iC2YVQosq5vzx0xN0yGDVMZA++mbd6obc2JKUszVBdXmexFTRHOXKh5DcqDF';

export interface AdyenPage {
  readonly library: ChannelFile;
  readonly stylesheet: ChannelFile;
  readonly origins: PageOrigins;
}

/**
 * The origins from which a page with Adyen's card component loads files.
 *
 * @param environment its name in Adyen's browser library
 */
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
      // Logos of the card brands in Adyen's fields.
      images: [files],
      // The card fields are in Adyen's own frames.
      frames: [service],
      connections: [service, files, analytics],
    },
  };
}
