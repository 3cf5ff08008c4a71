import { afterEach, expect, test } from 'vitest';
import { longTest } from '../../../../infra/test-run/src/long-test.ts';
import { openDatabase } from '../../src/composition/administer-database.ts';
import { readConfig } from '../../src/composition/config.ts';
import { StartError } from '../../src/composition/start-error.ts';
import { startGateway } from '../../src/composition/start-gateway.ts';
import { callKassaAdmin } from '../cli/support/call-kassa-admin.ts';
import { type HalfAnswer, HalfDatabase } from '../support/half-database.ts';

const key = Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString('base64');

let database: HalfDatabase;
afterEach(() => database.stop());

const refusal = { ok: 0, code: 13, codeName: 'Unauthorized', errmsg: 'not authorized on kassa' };

async function startError(answer: (command: string) => HalfAnswer): Promise<unknown> {
  database = await HalfDatabase.start(answer);
  const config = readConfig({
    MONGODB_URI: database.uri,
    KASSA_ENCRYPTION_KEY: key,
    KASSA_SESSION_KEYS: key,
    KASSA_LOG_LEVEL: 'silent',
    SANDBOX_PROCESSOR_URL: 'http://127.0.0.1:9',
    SANDBOX_PROCESSOR_API_KEY: 'api-key-of-the-processor',
    SANDBOX_PROCESSOR_CALLBACK_SECRET: 'callback-secret-of-the-processor',
  });
  return startGateway(config).then(
    () => undefined,
    (error: unknown) => error,
  );
}

const failed = (reason: string, advice: string) =>
  new StartError(
    `The database that MONGODB_URI names failed while the gateway was starting: ${reason}. ${advice} Then start the gateway again.`,
  );
const lookAtDatabase = 'Look at the database: is it overloaded, or does it restart?';

test('a gateway whose database closes the connection after the greeting says so in a sentence', async () => {
  expect(await startError(() => 'closed')).toEqual(failed('it closes the connection', lookAtDatabase));
});

test('a gateway whose database refuses an operation says which permission is missing', async () => {
  expect(await startError(() => refusal)).toEqual(
    failed(
      'it does not permit the user of MONGODB_URI an operation that the gateway needs: “not authorized on kassa”',
      'Grant this user `readWrite` on the database.',
    ),
  );
});

longTest(
  'a gateway whose database says nothing after the greeting gives up in time, and says so',
  async () => {
    expect(await startError(() => 'silence')).toEqual(
      failed('it gave no answer within 15 s', lookAtDatabase),
    );
  },
);

test('kassa-admin database whose database fails meanwhile says so, and ends as without a database', async () => {
  database = await HalfDatabase.start(() => 'closed');
  const run = await callKassaAdmin(['database', 'status'], {
    environment: { MONGODB_URI: database.uri },
    currentFolder: '/',
    openDatabase,
  });
  expect(run).toEqual({
    exitCode: 3,
    output: '',
    errors: `error: The database failed: it closes the connection. ${lookAtDatabase} Finished work is kept; run the command again to continue.\n`,
  });
});
