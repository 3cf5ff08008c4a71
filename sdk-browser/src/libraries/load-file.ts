import type { ChannelFile } from '@kassa/contracts';
import { awaitLibrary } from './await-library.ts';

const loads = new Map<string, Promise<void>>();

/**
 * Loads a script or a stylesheet into the page. If several callers need the same file, it is loaded once. If the load fails,
 * has a wrong hash or takes too long, the file is removed again, so that a later call can retry.
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

async function insert(kind: 'script' | 'stylesheet', { url, integrity }: ChannelFile): Promise<void> {
  const element =
    kind === 'script'
      ? Object.assign(document.createElement('script'), { src: url, async: true })
      : Object.assign(document.createElement('link'), { href: url, rel: 'stylesheet' });
  if (integrity) Object.assign(element, { integrity, crossOrigin: 'anonymous' });
  const loading = awaitLibrary(url, (come, fail) => {
    element.onload = come;
    element.onerror = () => fail('did not load, or does not match its integrity hash');
  });
  document.head.append(element);
  try {
    await loading;
  } catch (error) {
    element.remove();
    throw error;
  }
}
