import type { InitCheckoutResult } from '@kassa/contracts';
import { LibraryLoadError, UnsupportedRenderTypeError } from '../checkout-errors.ts';
import { requireHome } from './library-origins.ts';
import { loadFile } from './load-file.ts';

/** The part of an opened attempt that says which library to load, and from where. */
interface Library {
  readonly channelType: string;
  readonly extension: Pick<InitCheckoutResult['extension'], 'library' | 'stylesheet' | 'paymentRenderType'>;
}

/**
 * Returns the global object that a processor's library defines. Some processors want pages to load their library themselves; if
 * the page has done so, the library is not loaded again.
 */
export async function loadLibrary(
  { attempt: { channelType, extension }, baseUrl }: { readonly attempt: Library; readonly baseUrl: string },
  globalNames: Readonly<Record<string, string | undefined>>,
): Promise<unknown> {
  const { library, stylesheet, paymentRenderType } = extension;
  const name = globalNames[channelType];
  if (!name || !library) throw new UnsupportedRenderTypeError(paymentRenderType);
  const files = stylesheet ? [library, stylesheet] : [library];
  for (const file of files) requireHome(channelType, file, baseUrl);

  const found = () => Reflect.get(globalThis, name);
  await Promise.all([
    found() ? undefined : loadFile('script', library),
    stylesheet && loadFile('stylesheet', stylesheet),
  ]);
  if (found()) return found();
  throw new LibraryLoadError(`${library.url} loaded, but defines no ${name}.`);
}
