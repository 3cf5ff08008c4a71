import * as contracts from '@kassa/contracts';
import { schemasAmong, writeDeclarations } from '@kassa/contracts/declarations';

/**
 * Returns TypeScript declarations of the contracts' types, for the published package. The bundler then drops the types that the
 * SDK's public interface does not use.
 */
export function writeContractTypes(): string {
  return writeDeclarations(schemasAmong(contracts), {
    ErrorName: { description: 'The name of an error of the gateway.', values: contracts.errorNames },
    EventType: { description: 'What a webhook event is about.', values: contracts.eventTypes },
    SandboxTrigger: {
      description: 'What a tester can make happen in the sandbox.',
      values: contracts.sandboxTriggers,
    },
    SettlementFileFormat: {
      description: 'What a file of a settlement report has in its rows.',
      values: contracts.settlementFileFormats,
    },
  });
}
