import * as contracts from '@kassa/contracts';
import { schemasAmong, writeDeclarations } from '@kassa/contracts/declarations';

/** Writes the contract types. The bundler leaves out those that the SDK's public interface does not use. */
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
