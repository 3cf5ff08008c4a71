import type { ChannelTypeList } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { jsonText, printable } from '@kassa/contracts/terminal';
import { Command } from 'commander';
import { ask, askAndPrint, type CommonOptions, withCommonOptions } from '../operations/operations-command.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { CliWorld } from '../terminal/cli-world.ts';
import { channelListText, channelText } from './channel-text.ts';
import { readCredentialsFile } from './credentials-file.ts';
import { addDomains } from './domain-commands.ts';
import { printCheck } from './print-check.ts';
import { addTrial } from './trial-command.ts';

/**
 * How long `channel check` waits for the gateway's answer. The gateway makes several calls to the processor for a check, and
 * each can be slow.
 */
const CHECK_TIMEOUT_MS = 90_000;

interface CredentialOptions extends CommonOptions {
  readonly credentials?: string;
}

interface AddOptions extends CredentialOptions {
  readonly merchant?: string;
}

const channelIdForm = 'the channel’s ID, like ProcessorA or ProcessorA-mer_3vQ8x0Yb2LkT9sWd';

const moves = [
  {
    name: 'retire',
    description: 'stop new payments at an account; refunds, disputes and callbacks continue',
    endpoint: endpoints.retireChannel,
  },
  {
    name: 'enable',
    description: 'let a retired account take payments again',
    endpoint: endpoints.enableChannel,
  },
] as const;

/** The end of the help text of `channel add`. Without a credentials file, the command asks for each credential. */
const addExample = `
A credentials file for ProcessorA. Another channel type needs other credentials; an error message names them:
  {"secretKey": "sk_test_…", "publicKey": "pk_test_…", "callbackSecret": "whsec_…"}

Examples:
  kassa-admin channel add ProcessorA --credentials stripe.json
  kassa-admin channel add ProcessorA --merchant mer_3vQ8x0Yb2LkT9sWd`;

/** `kassa-admin channel …` */
export function channelCommands(world: CliWorld): Command {
  const channel = new Command('channel').description(
    'accounts at processors: the deployment’s own and merchants’ own',
  );

  addAdd(channel, world);
  addList(channel, world);
  addShow(channel, world);
  addRotate(channel, world);
  addRetireSecret(channel, world);

  for (const { name, description, endpoint } of moves) {
    withCommonOptions(channel.command(name))
      .description(description)
      .argument('<channel-id>', channelIdForm)
      .action(async (channelId: string, options: CommonOptions) => {
        await askAndPrint(world, options, channelText, endpoint, { path: { channelId } });
      });
  }

  addRemove(channel, world);
  addCheck(channel, world);
  addDomains(channel, world);
  addTrial(channel, world);

  return channel;
}

function addAdd(channel: Command, world: CliWorld): void {
  withCredentials(withCommonOptions(channel.command('add')))
    .description('add an account for the deployment or, with --merchant, for a merchant')
    .argument('<channel-type>', 'like ProcessorA')
    .option(
      '--merchant <merchant-id>',
      'the merchant who owns the account; the merchant’s payments then use it',
    )
    .addHelpText('after', addExample)
    .action(async (channelType: string, options: AddOptions) => {
      const credentials = await credentialsFor(world, options, channelType);
      const added = await ask(world, options, endpoints.addChannel, {
        body: {
          channel_type: channelType,
          ...(options.merchant !== undefined && { merchant_id: options.merchant }),
          credentials,
        },
      });
      const next = `The account takes payments within a second. To test it: kassa-admin channel check ${printable(added.channel_id)}`;
      world.write(options.json ? jsonText(added) : `Account added. ${next}\n\n${channelText(added)}`);
    });
}

function addList(channel: Command, world: CliWorld): void {
  withCommonOptions(channel.command('list'))
    .description('list all channels, and say why a channel cannot be used')
    .action(async (options: CommonOptions) => {
      await askAndPrint(world, options, channelListText, endpoints.listChannels, {});
    });
}

function addShow(channel: Command, world: CliWorld): void {
  withCommonOptions(channel.command('show'))
    .description('show a channel and those of its credentials that are not secret')
    .argument('<channel-id>', channelIdForm)
    .action(async (channelId: string, options: CommonOptions) => {
      await askAndPrint(world, options, channelText, endpoints.showChannel, { path: { channelId } });
    });
}

function addRotate(channel: Command, world: CliWorld): void {
  withCredentials(withCommonOptions(channel.command('rotate')))
    .description(
      'replace all credentials of an account; callbacks signed with the previous secret are accepted until you run `channel retire-secret`',
    )
    .argument('<channel-id>', channelIdForm)
    .action(async (channelId: string, options: CredentialOptions) => {
      const shown = await ask(world, options, endpoints.showChannel, { path: { channelId } });
      const credentials = await credentialsFor(world, options, shown.channel_type);
      const rotated = await ask(world, options, endpoints.rotateChannel, {
        path: { channelId },
        body: { credentials },
      });
      const next = rotated.has_previous_callback_secret
        ? ` Once the processor signs with the new secret: kassa-admin channel retire-secret ${printable(channelId)}`
        : '';
      world.write(
        options.json ? jsonText(rotated) : `Credentials replaced.${next}\n\n${channelText(rotated)}`,
      );
    });
}

function addRetireSecret(channel: Command, world: CliWorld): void {
  withCommonOptions(channel.command('retire-secret'))
    .description('end a rotation: from now on, accept only callbacks that are signed with the current secret')
    .argument('<channel-id>', channelIdForm)
    .action(async (channelId: string, options: CommonOptions) => {
      await askAndPrint(
        world,
        options,
        (retired) =>
          `Only callbacks signed with the current secret are accepted now.\n\n${channelText(retired)}`,
        endpoints.retireCallbackSecret,
        { path: { channelId } },
      );
    });
}

function addRemove(channel: Command, world: CliWorld): void {
  withCommonOptions(channel.command('remove'))
    .description('remove a retired account that has never started a payment')
    .argument('<channel-id>', channelIdForm)
    .action(async (channelId: string, options: CommonOptions) => {
      const removed = await ask(world, options, endpoints.removeChannel, { path: { channelId } });
      world.write(options.json ? jsonText(removed) : `Removed ${printable(removed.channel_id)}.\n`);
    });
}

function addCheck(channel: Command, world: CliWorld): void {
  withCommonOptions(channel.command('check'))
    .description(
      'test an account’s credentials and the connection to its processor, step by step; no money moves',
    )
    .argument('<channel-id>', channelIdForm)
    .addHelpText(
      'after',
      '\nExit codes: 0 if the check passed, 1 if a step failed, 7 if there is no account to check.',
    )
    .action(async (channelId: string, options: CommonOptions) => {
      const check = await ask(
        world,
        options,
        endpoints.checkChannel,
        { path: { channelId } },
        CHECK_TIMEOUT_MS,
      );
      printCheck(world, options, check);
    });
}

function withCredentials(command: Command): Command {
  return command.option(
    '--credentials <file>',
    'JSON object with the credentials; - reads standard input (default: the command asks for them)',
  );
}

/**
 * Reads credentials from a file, or asks for each of them at the terminal. They are never arguments of the command, because
 * other users of the machine can see the arguments.
 */
async function credentialsFor(
  world: CliWorld,
  options: CredentialOptions,
  channelType: string,
): Promise<Record<string, string>> {
  if (options.credentials !== undefined) return readCredentialsFile(options.credentials);
  const types = await ask(world, options, endpoints.listChannelTypes, {});
  return askForEach(world, types, channelType);
}

async function askForEach(
  world: CliWorld,
  { channel_types: types }: ChannelTypeList,
  channelType: string,
): Promise<Record<string, string>> {
  const type = types.find(({ channel_type }) => channel_type === channelType);
  if (type === undefined) {
    const known = types.map(({ channel_type }) => channel_type).join(', ');
    throw new CliError(
      'usage',
      `Accounts of the channel type ${channelType} cannot be added. The types whose accounts you can add are: ${known}.`,
    );
  }
  if (world.prompt === undefined) {
    throw new CliError(
      'usage',
      'There is no terminal to ask for credentials. Name a file with --credentials.',
    );
  }
  const credentials: Record<string, string> = {};
  for (const { name, description, example, is_required, is_secret } of type.members) {
    const optional = is_required ? '' : ', or nothing';
    const question = `${name} (${description}${example === '' ? '' : `, like ${example}`}${optional}): `;
    const answer = (await world.prompt(printable(question), is_secret)).trim();
    if (answer !== '') credentials[name] = answer;
  }
  return credentials;
}
