import { describe, expect, it } from 'vitest';
import { deployFiles, readRepositoryFile } from './repository-file.ts';
import { gatewayVariables } from './settings-of-the-gateway.ts';

/** What `kassa-admin` reads. */
const commandLineVariables = ['KASSA_OPERATIONS_URL', 'KASSA_OPERATIONS_TOKEN', 'KASSA_OPERATOR'];

const known = new Set([...gatewayVariables(), ...commandLineVariables]);

function variablesIn(file: string): readonly string[] {
  const names = /\b(?:KASSA_[A-Z_]*[A-Z]|MONGODB_URI(?:_FILE)?|SANDBOX_PROCESSOR_[A-Z_]*[A-Z])\b/g;
  return readRepositoryFile(file).match(names) ?? [];
}

describe('the deployment files', () => {
  it.each(deployFiles())('%s sets only variables that the gateway or kassa-admin reads', (file) => {
    expect(variablesIn(file).filter((variable) => !known.has(variable))).toEqual([]);
  });
});
