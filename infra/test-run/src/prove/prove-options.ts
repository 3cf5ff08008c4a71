import { parseArgs } from 'node:util';
import type { Protection } from './protection.ts';

const usage = `Usage: npm run faults:prove -- [--share <part>/<parts>] [<text> …]

  <text>   tries only protections whose description, test file, test title or fault check contains one of these texts:
           "refund", test/domain, faultCheck
  --share  tries only one part of them: 1/4, 2/4, 3/4 and 4/4 together try all`;

/** Returns the protections that the command line selects. Without arguments, these are all. */
export function selectProtections(
  protections: readonly Protection[],
  commandLine: readonly string[],
): readonly Protection[] {
  const { values, positionals } = parseArgs({
    args: [...commandLine],
    allowPositionals: true,
    options: { share: { type: 'string', default: '1/1' } },
  });
  const [, part = 0, parts = 0] = (/^(\d+)\/(\d+)$/.exec(values.share) ?? []).map(Number);
  if (part < 1 || part > parts) throw new Error(usage);
  return protections
    .filter(({ what, seenBy }) => {
      const searched = `${what} ${JSON.stringify(seenBy)}`;
      return positionals.length === 0 || positionals.some((text) => searched.includes(text));
    })
    .filter((_, index) => index % parts === part - 1);
}
