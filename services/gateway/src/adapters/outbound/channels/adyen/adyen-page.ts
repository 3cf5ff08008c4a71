import type { ChannelFile } from '../../../../domain/attempt/payment-attempt.ts';
import type { PageOrigins } from '../../../../ports/payment-channel.ts';

/**
 * The version of the browser library Adyen Web, with the hashes of its files from Adyen's release notes. The files of a version
 * never change, and are the same for test and live accounts.
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
 * The files of Adyen's card component, and the origins from which a page with this component may load.
 *
 * @param environment the name of the account's environment in Adyen's browser library
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
      // The origin of the card brands' logos, which Adyen's component shows in its card fields.
      images: [files],
      // Adyen's component puts the card fields into frames from this origin.
      frames: [service],
      connections: [service, files, analytics],
    },
  };
}
