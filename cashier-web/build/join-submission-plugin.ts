import type { Plugin } from 'vite';

const sdkCore = /\/sdk-browser\/(src\/checkout\.ts|dist\/index\.mjs)$/;
const loading = /import\(([`'"])(\.\/submission[^`'"]*)\1\)/;

/**
 * Puts the SDK's code that submits payments into the file of its core. The SDK loads it on demand, for pages that only show a
 * result. Nearly every consumer of the cashier needs it, and a file of its own would cost a request.
 */
export function joinSubmissionPlugin(): Plugin {
  let isJoined = false;
  return {
    name: 'kassa-join-submission',
    apply: 'build',
    transform(code, id) {
      const [found, , module] = (sdkCore.test(id) && loading.exec(code)) || [];
      if (!found) return null;
      isJoined = true;
      return `import * as joinedSubmission from '${module}';\n${code.replace(found, 'Promise.resolve(joinedSubmission)')}`;
    },
    buildEnd(error) {
      if (!error && !isJoined) throw new Error('The SDK no longer loads its submission on demand.');
    },
  };
}
