import type { DataOf, EnvelopeEndpoint, RequestTo } from '@kassa/contracts/endpoints';
import { jsonText } from '@kassa/contracts/terminal';
import type { Command } from 'commander';
import { CliError } from '../terminal/cli-error.ts';
import type { CliWorld } from '../terminal/cli-world.ts';
import { findDeployment } from './find-deployment.ts';
import { type OperationsAnswer, OperationsClient } from './operations-client.ts';

export interface CommonOptions {
  readonly operationsUrl?: string;
  readonly json?: true;
}

/** Adds the options that every command has. */
export function withCommonOptions(command: Command): Command {
  return command
    .option('--operations-url <url>', 'address of the operations port (default: see kassa-admin --help)')
    .option('--json', 'print JSON, also for errors');
}

/** An example of a merchant's ID for the help texts. */
export const merchantIdForm = 'like mer_3vQ8x0Yb2LkT9sWd';

/** Adds a subcommand that is about one merchant. Its first argument is the merchant's ID. */
export function merchantCommand(parent: Command, name: string): Command {
  return withCommonOptions(parent.command(name)).argument('<merchant-id>', merchantIdForm);
}

/**
 * Finds the gateway by the command's options, calls an endpoint of it, and returns the data of its answer.
 *
 * @throws {CliError} when the gateway gives no answer or refuses the request
 */
export function ask<Of extends EnvelopeEndpoint>(
  world: CliWorld,
  options: CommonOptions,
  endpoint: Of,
  request: RequestTo<Of>,
  timeoutMs?: number,
): Promise<DataOf<Of>> {
  return askWith(world, options, (operations) => operations.call(endpoint, request, timeoutMs));
}

/** Like `ask`, for any kind of call. */
export async function askWith<Data>(
  world: CliWorld,
  options: CommonOptions,
  call: (operations: OperationsClient) => Promise<OperationsAnswer<Data>>,
): Promise<Data> {
  const { operationsUrl, token } = findDeployment(
    options.operationsUrl,
    world.environment,
    world.currentFolder,
  );
  const answer = await call(new OperationsClient({ baseUrl: operationsUrl, token }));
  switch (answer.kind) {
    case 'answered':
      return answer.data;
    case 'unreachable':
      throw new CliError(
        'unreachable',
        `No gateway answers at ${operationsUrl} (${answer.reason}). ` +
          'Check that the gateway is running (`npm start` starts one), and check the address.',
      );
    case 'refused': {
      const { name: errorName, detail, fields, requestId } = answer;
      if (errorName === 'OPERATOR_UNAUTHORISED') {
        throw new CliError(
          'unauthorised',
          `The gateway at ${operationsUrl} does not accept this token: it is wrong, expired or revoked. ` +
            'Check KASSA_OPERATIONS_TOKEN, or leave it unset for the demo.',
          { errorName, requestId },
        );
      }
      throw new CliError('refused', detail, { errorName, fields, requestId });
    }
  }
}

/** Prints the gateway's answer: as JSON with `--json`, otherwise as text for people. */
export function print<Data>(
  world: CliWorld,
  { json }: CommonOptions,
  data: Data,
  textOf: (data: Data) => string,
): void {
  world.write(json ? jsonText(data) : textOf(data));
}

/** Calls an endpoint of the gateway and prints the answer. */
export async function askAndPrint<Of extends EnvelopeEndpoint>(
  world: CliWorld,
  options: CommonOptions,
  textOf: (data: DataOf<Of>) => string,
  endpoint: Of,
  request: RequestTo<Of>,
): Promise<void> {
  print(world, options, await ask(world, options, endpoint, request), textOf);
}
