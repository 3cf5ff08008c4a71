import { findOrInstallChromium, findOrInstallFirefox, findOrInstallWebKit } from '@kassa/local-browser';
import type { EngineName, EngineSearch } from './engine.ts';
import { startChromium, startFirefox } from './puppeteer-engine.ts';
import { startWebKit } from './webkit-engine.ts';

export const engineNames: readonly EngineName[] = ['Chromium', 'Firefox', 'WebKit'];

type Tell = (line: string) => void;

const searches: Readonly<Record<EngineName, (onProgress: Tell) => Promise<EngineSearch>>> = {
  Chromium: async (onProgress) => {
    try {
      const { executablePath } = await findOrInstallChromium({ onProgress });
      return { kind: 'found', start: () => startChromium(executablePath) };
    } catch (error) {
      return { kind: 'absent', reason: error instanceof Error ? error.message : String(error) };
    }
  },
  Firefox: async (onProgress) => {
    const found = await findOrInstallFirefox({ onProgress });
    if (found.kind === 'absent') return found;
    return { kind: 'found', start: () => startFirefox(found.program) };
  },
  WebKit: async (onProgress) => {
    const found = await findOrInstallWebKit({ onProgress });
    if (found.kind === 'absent') return found;
    return { kind: 'found', start: () => startWebKit(found.programs) };
  },
};

/** Finds a browser engine on this machine, or installs it if possible. */
export function findEngine(name: EngineName, onProgress: Tell): Promise<EngineSearch> {
  return searches[name](onProgress);
}
