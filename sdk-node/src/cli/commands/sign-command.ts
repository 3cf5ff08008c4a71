import { randomUUID } from 'node:crypto';
import { noncePattern, signatureHeaders, signRequest, timestampPattern } from '@kassa/contracts';
import { jsonText } from '@kassa/contracts/terminal';
import { Argument, Command } from 'commander';
import { CliError } from '../cli-error.ts';
import type { CliWorld } from '../cli-world.ts';
import { coloursOf } from '../output/colours.ts';
import { explanationText, headersText } from '../output/signature-text.ts';
import { findSettings, type SettingOptions } from '../settings/find-settings.ts';
import { explainRequest } from '../signatures/explain-request.ts';
import { readPrivateKey } from '../signatures/key-files.ts';
import { readTarget } from '../signatures/request-target.ts';
import { settingOption, withOutputOptions } from './connection-options.ts';
import { readBytes } from './request-file.ts';
import { httpMethods } from './verify-commands.ts';

interface SignOptions extends SettingOptions {
  readonly body?: string;
  readonly timestamp?: string;
  readonly nonce?: string;
  readonly json?: true;
}

/** `kassa sign <method> <path>` */
export function signCommand(world: CliWorld): Command {
  return withOutputOptions(
    new Command('sign')
      .description(
        'sign a request and show each step (canonical body, hash, six lines, headers) without sending it',
      )
      .addArgument(new Argument('<method>', 'the HTTP method').choices(httpMethods))
      .argument('<path>', 'with its query, such as /api/merchant/order/list?limit=10, or the whole URL')
      .option('--body <file>', 'file with the body as sent, or - for standard input')
      .option('--timestamp <milliseconds>', 'X-Timestamp (default: now)')
      .option('--nonce <text>', 'X-Nonce (default: a new one)')
      .addOption(settingOption('--merchant-id <id>', 'merchant ID that the gateway assigned'))
      .addOption(settingOption('--private-key-file <file>', 'your RSA private key, a PEM file'))
      .addHelpText(
        'after',
        '\nExamples:\n  kassa sign POST /api/merchant/payment/create --body order.json\n' +
          '  echo \'{"k2":"v2","k1":"v1"}\' | kassa sign POST /api/merchant/payment/refund --body -\n' +
          "  kassa sign GET '/api/merchant/order/list?state=PAY_SUCCESS&limit=10' --json",
      )
      .action(async (method: string, path: string, options: SignOptions) => {
        const { privateKeyFile, merchantId } = findSettings(options, world.environment, world.currentFolder);
        if (privateKeyFile === undefined) {
          throw new CliError(
            'usage',
            'The private key is not set. Set it with --private-key-file or KASSA_PRIVATE_KEY_FILE. `kassa init` generates a key.',
          );
        }
        const target = readTarget(path);
        checkFormats(options);
        const timestamp = options.timestamp ?? String(Date.now());
        const nonce = options.nonce ?? randomUUID();
        const body =
          options.body === undefined ? undefined : await readBytes(world, options.body, 'body file');
        const explanation = explainRequest({ method, target, body, timestamp, nonce });
        if (explanation.kind === 'refused') {
          throw new CliError('usage', `The body cannot be signed: ${explanation.reason}.`, {
            fields: explanation.path === '' ? [] : [{ path: explanation.path, message: explanation.reason }],
          });
        }
        const headers = {
          'Content-Type': 'application/json',
          [signatureHeaders.merchantId]: merchantId?.value ?? '(not set: --merchant-id)',
          [signatureHeaders.timestamp]: timestamp,
          [signatureHeaders.nonce]: nonce,
          [signatureHeaders.signature]: signRequest(explanation.lines, readPrivateKey(privateKeyFile.value)),
        };
        const colours = coloursOf(world.outputHasColours);
        world.write(
          options.json
            ? jsonText({
                canonical_body: explanation.canonicalBody,
                body_sha256: explanation.bodyHash === '' ? null : explanation.bodyHash,
                string_to_sign: explanation.lines,
                headers,
              })
            : explanationText(explanation, colours) + headersText(headers, colours),
        );
      }),
  );
}

/** @throws {CliError} for values that the gateway would refuse */
function checkFormats({ timestamp, nonce }: SignOptions): void {
  if (timestamp !== undefined && !timestampPattern.test(timestamp)) {
    throw new CliError('usage', '--timestamp must be Unix milliseconds with 13 digits.');
  }
  if (nonce !== undefined && !noncePattern.test(nonce)) {
    throw new CliError('usage', '--nonce must have 8 to 64 characters. Allowed are A-Z, a-z, 0-9, _ and -.');
  }
}
