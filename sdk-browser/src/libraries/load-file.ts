import type { ChannelFile } from '@kassa/contracts';
import { LibraryLoadError } from '../checkout-errors.ts';

const patienceMs = 20_000;
const loads = new Map<string, Promise<void>>();

/**
 * Loads a script or a stylesheet into the page: once, however many ask for it. One that did not load, came
 * changed or took too long is taken out again, so that the next who asks gets another try.
 */
export function loadFile(kind: 'script' | 'stylesheet', file: ChannelFile): Promise<void> {
  const key = `${file.url} ${file.integrity ?? ''}`;
  const load =
    loads.get(key) ??
    insert(kind, file).catch((error: unknown) => {
      loads.delete(key);
      throw error;
    });
  loads.set(key, load);
  return load;
}

function insert(kind: 'script' | 'stylesheet', { url, integrity }: ChannelFile): Promise<void> {
  return new Promise((resolve, reject) => {
    const element =
      kind === 'script'
        ? Object.assign(document.createElement('script'), { src: url, async: true })
        : Object.assign(document.createElement('link'), { href: url, rel: 'stylesheet' });
    if (integrity) Object.assign(element, { integrity, crossOrigin: 'anonymous' });
    const fail = (what: string) => {
      clearTimeout(timer);
      element.remove();
      reject(new LibraryLoadError(`${url} ${what}. Mount the form again to retry.`));
    };
    const timer = setTimeout(() => fail(`did not load within ${patienceMs} ms`), patienceMs);
    element.onerror = () => fail('did not load, or is not what its integrity hash says');
    element.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    document.head.append(element);
  });
}
