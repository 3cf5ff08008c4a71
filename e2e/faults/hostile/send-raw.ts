import { connect } from 'node:net';

const LONGEST_ANSWER_MS = 30_000;

/**
 * Sends bytes on a separate connection and then ends the sending side, so that the gateway does not wait for more. Returns the
 * text of the answers; it is empty if the gateway only closed the connection.
 */
export async function sendRaw(port: number, bytes: Buffer): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // The gateway may close the connection before it has read everything.
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED') reject(error);
  });
  socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  socket.setTimeout(LONGEST_ANSWER_MS, () => {
    reject(new Error(`no answer in ${LONGEST_ANSWER_MS / 1000} s`));
    socket.destroy();
  });
  return promise;
}

/** Returns the status of each answer. */
export function statusesIn(answers: string): readonly number[] {
  return [...answers.matchAll(/(?:^|\n|\})HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status));
}
