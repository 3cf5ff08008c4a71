import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks a question at the terminal and returns the answer. A secret answer is not shown while it is typed. */
export async function promptAtTerminal(question: string, isSecret: boolean): Promise<string> {
  process.stderr.write(question);
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: isSecret ? unseen : process.stderr,
    terminal: true,
  });
  // End the question with an error on Ctrl-C. Without this listener, Ctrl-C would end the process without a message.
  const interrupted = new Promise<never>((_, reject) => {
    lines.once('SIGINT', () => reject(new Error('interrupted')));
  });
  try {
    return await Promise.race([lines.question(''), interrupted]);
  } finally {
    lines.close();
    if (isSecret) process.stderr.write('\n');
  }
}
