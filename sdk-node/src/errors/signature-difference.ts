import type { SignatureDifference } from './answer-errors.ts';

const lineMeanings = ['HTTP method', 'path', 'sorted query', 'body hash', 'timestamp', 'nonce'] as const;

/** Finds the first of the six signed lines that the server built differently. */
export function findSignatureDifference(ours: string, theirs: string): SignatureDifference | undefined {
  const ourLines = ours.split('\n');
  const theirLines = theirs.split('\n');
  const length = Math.max(ourLines.length, theirLines.length);
  for (let index = 0; index < length; index += 1) {
    const our = ourLines[index] ?? '';
    const their = theirLines[index] ?? '';
    if (our !== their) {
      return { line: index + 1, meaning: lineMeanings[index] ?? 'surplus line', ours: our, theirs: their };
    }
  }
  return undefined;
}
