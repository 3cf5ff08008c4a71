import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findDeployment } from '../../src/cli/operations/find-deployment.ts';

const folder = mkdtempSync(join(tmpdir(), 'kassa-deployment-'));
afterAll(() => rmSync(folder, { recursive: true }));

const operationsUrl = 'http://127.0.0.1:10040';
const file = join(folder, 'token');
writeFileSync(file, 'token-of-the-file\n');

const found = (environment: NodeJS.ProcessEnv) => findDeployment(operationsUrl, environment, folder);

describe('the operations token of kassa-admin', () => {
  it('is read from the file that KASSA_OPERATIONS_TOKEN_FILE names', () => {
    expect(found({ KASSA_OPERATIONS_TOKEN_FILE: file })).toEqual({
      operationsUrl,
      token: 'token-of-the-file',
    });
  });

  it('is not guessed if both the token and a file are set', () => {
    const both = { KASSA_OPERATIONS_TOKEN: 'another', KASSA_OPERATIONS_TOKEN_FILE: file };
    expect(() => found(both)).toThrow(
      'KASSA_OPERATIONS_TOKEN and KASSA_OPERATIONS_TOKEN_FILE are both set. Set only one of them.',
    );
  });

  it('is missing if the file is missing', () => {
    const missing = join(folder, 'none');
    expect(() => found({ KASSA_OPERATIONS_TOKEN_FILE: missing })).toThrow(
      `${missing}, which contains no token`,
    );
  });
});
