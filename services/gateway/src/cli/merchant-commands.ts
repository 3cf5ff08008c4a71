import {
  type ChangeBrandingRequest,
  type ChangeSettingsRequest,
  type CreateMerchantRequest,
  ORDER_VALIDITY_SECONDS,
} from '@kassa/contracts';
import { Command, Option } from 'commander';
import { CliError } from './cli-error.ts';
import type { CliWorld } from './cli-world.ts';
import { readDuration, spokenDuration } from './durations.ts';
import { readLogoFile } from './logo-file.ts';
import { merchantIdForm } from './merchant-id-form.ts';
import { createdMerchantText, merchantListText, merchantText } from './merchant-text.ts';
import { ask, type CommonOptions, jsonText, withCommonOptions } from './operations-command.ts';
import { readPublicKeyFile } from './public-key-file.ts';
import { readRoutesFile } from './routes-file.ts';

interface CreateOptions extends CommonOptions {
  readonly name: string;
  readonly publicKey: string;
  readonly webhookUrl: string;
  readonly ipAllow?: readonly string[];
  readonly validity?: string;
}

interface ListOptions extends CommonOptions {
  readonly after?: string;
  readonly limit?: string;
}

interface OriginOptions extends CommonOptions {
  readonly none?: true;
}

interface BrandingOptions extends CommonOptions {
  /** False takes it away. */
  readonly accentColor?: string | false;
  readonly logo?: string | false;
}

interface MoveOptions extends CommonOptions {
  readonly note?: string;
}

interface AllowListOptions extends CommonOptions {
  readonly any?: true;
}

interface RouteOptions extends CommonOptions {
  readonly file?: string;
  readonly none?: true;
}

interface MethodOrderOptions extends CommonOptions {
  readonly none?: true;
}

interface PermissionOptions extends CommonOptions {
  readonly cardNumbers?: boolean;
}

/** What the operator does with a merchant's account. */
const moves = [
  {
    name: 'approve',
    description: 'open a pending merchant for payments, once it has been reviewed (production)',
    example: 'kassa-admin merchant approve mer_3vQ8x0Yb2LkT9sWd --note "contract 2026-117 signed"',
  },
  {
    name: 'disable',
    description: 'switch a merchant off: its calls are refused, its cashier begins no payment',
    example: 'kassa-admin merchant disable mer_3vQ8x0Yb2LkT9sWd --note "chargeback rate"',
  },
  {
    name: 'enable',
    description: 'switch a disabled merchant on again',
    example: 'kassa-admin merchant enable mer_3vQ8x0Yb2LkT9sWd',
  },
] as const;

/** `kassa-admin merchant …` */
export function merchantCommands(world: CliWorld): Command {
  const merchant = new Command('merchant').description(
    'take merchants on, approve and disable them, and set what holds for them',
  );

  withCommonOptions(merchant.command('create'))
    .description('take a merchant on; prints its ID and its webhook secret, which is shown this once')
    .requiredOption('--name <name>', 'name that consumers see at the cashier')
    .requiredOption('--public-key <file>', 'its RSA public key of 2048 bits, a PEM file')
    .requiredOption(
      '--webhook-url <url>',
      'where its events go; https (sandbox: also http to a loopback address)',
    )
    .option('--ip-allow <address...>', 'addresses and CIDR ranges it may call from (default: any)')
    .option('--validity <duration>', 'how long its orders can be paid, from 1m to 24h (default: 30m)')
    .addHelpText(
      'after',
      '\nExample:\n  kassa-admin merchant create --name "Corner Shop" --public-key public-key.pem \\\n' +
        '    --webhook-url https://shop.example/webhooks/kassa --ip-allow 203.0.113.7 198.51.100.0/24',
    )
    .action(async (options: CreateOptions) => {
      const request: CreateMerchantRequest = {
        name: options.name,
        public_key: readPublicKeyFile(options.publicKey),
        webhook_url: options.webhookUrl,
        ...(options.ipAllow !== undefined && { ip_allow_list: [...options.ipAllow] }),
        ...(options.validity !== undefined && { order_validity_seconds: secondsOf(options.validity) }),
      };
      const created = await ask(world, options, (operations) => operations.createMerchant(request));
      world.write(options.json ? jsonText(created) : createdMerchantText(created));
    });

  withCommonOptions(merchant.command('list'))
    .description('list the merchants: ID, name, state and since when')
    .option('--limit <count>', 'how many (1 to 100; default: 50)')
    .option('--after <merchant-id>', 'go on where the list before has ended; it names it')
    .action(async (options: ListOptions) => {
      const { after, limit } = options;
      const list = await ask(world, options, (operations) => operations.listMerchants({ after, limit }));
      world.write(options.json ? jsonText(list) : merchantListText(list));
    });

  withCommonOptions(merchant.command('show'))
    .description('show a merchant')
    .argument('<merchant-id>', merchantIdForm)
    .action(async (merchantId: string, options: CommonOptions) => {
      const found = await ask(world, options, (operations) => operations.showMerchant(merchantId));
      world.write(options.json ? jsonText(found) : merchantText(found));
    });

  for (const { name, description, example } of moves) {
    withCommonOptions(merchant.command(name))
      .description(description)
      .argument('<merchant-id>', merchantIdForm)
      .option('--note <text>', 'why; the audit log keeps it')
      .addHelpText('after', `\nExample:\n  ${example}`)
      .action(async (merchantId: string, options: MoveOptions) => {
        const { note } = options;
        const moved = await ask(world, options, (operations) =>
          operations.moveMerchant(merchantId, name, note === undefined ? {} : { note }),
        );
        world.write(options.json ? jsonText(moved) : merchantText(moved));
      });
  }

  const changeSettings = async (
    merchantId: string,
    change: ChangeSettingsRequest,
    options: CommonOptions,
  ) => {
    const changed = await ask(world, options, (operations) => operations.changeSettings(merchantId, change));
    world.write(options.json ? jsonText(changed) : merchantText(changed));
  };

  withCommonOptions(merchant.command('rename'))
    .description('give a merchant another name, which consumers see at the cashier')
    .argument('<merchant-id>', merchantIdForm)
    .argument('<name>', 'up to 128 characters')
    .addHelpText('after', '\nExample:\n  kassa-admin merchant rename mer_3vQ8x0Yb2LkT9sWd "Corner Shop"')
    .action((merchantId: string, name: string, options: CommonOptions) =>
      changeSettings(merchantId, { name }, options),
    );

  withCommonOptions(merchant.command('allow-list'))
    .description('say from which addresses its servers may call, all of them anew')
    .argument('<merchant-id>', merchantIdForm)
    .argument('[address...]', 'up to 64 addresses and CIDR ranges, IPv4 and IPv6')
    .option('--any', 'allow every address')
    .addHelpText(
      'after',
      '\nExamples:\n  kassa-admin merchant allow-list mer_3vQ8x0Yb2LkT9sWd 203.0.113.7 2001:db8::/32\n' +
        '  kassa-admin merchant allow-list mer_3vQ8x0Yb2LkT9sWd --any',
    )
    .action((merchantId: string, addresses: string[], options: AllowListOptions) => {
      // An empty list allows all, so it must not be what a forgotten argument means.
      if ((addresses.length === 0) !== (options.any ?? false)) {
        throw new CliError('usage', 'Name the addresses, or say --any to allow every one.');
      }
      return changeSettings(merchantId, { ip_allow_list: addresses }, options);
    });

  withCommonOptions(merchant.command('validity'))
    .description('say how long its new orders can be paid')
    .argument('<merchant-id>', merchantIdForm)
    .argument('<duration>', 'from 1m to 24h, like 30m or 2h')
    .addHelpText('after', '\nExample:\n  kassa-admin merchant validity mer_3vQ8x0Yb2LkT9sWd 45m')
    .action((merchantId: string, duration: string, options: CommonOptions) =>
      changeSettings(merchantId, { order_validity_seconds: secondsOf(duration) }, options),
    );

  withCommonOptions(merchant.command('permissions'))
    .description('permit it what production permits to nobody by itself')
    .argument('<merchant-id>', merchantIdForm)
    .addOption(
      new Option(
        '--card-numbers',
        'its own cashier may take card numbers: it carries the full card-data compliance burden (SAQ D)',
      ).default(undefined),
    )
    .addOption(new Option('--no-card-numbers', 'it may not').default(undefined))
    .addHelpText(
      'after',
      '\nExample:\n  kassa-admin merchant permissions mer_3vQ8x0Yb2LkT9sWd --card-numbers',
    )
    .action((merchantId: string, options: PermissionOptions) => {
      if (options.cardNumbers === undefined) {
        throw new CliError('usage', 'Say what to permit: --card-numbers or --no-card-numbers.');
      }
      return changeSettings(merchantId, { may_take_card_numbers: options.cardNumbers }, options);
    });

  withCommonOptions(merchant.command('routes'))
    .description('say which channels its payments go through, the preferred first, all of them anew')
    .argument('<merchant-id>', merchantIdForm)
    .option('--file <file>', 'a JSON array of routes; - reads standard input')
    .option('--none', 'go by the deployment’s routes')
    .addHelpText('after', routesHelp)
    .action((merchantId: string, { file, none, ...options }: RouteOptions) => {
      if ((file === undefined) !== (none ?? false)) {
        throw new CliError('usage', 'Name the file with --file, or say --none for the deployment’s routes.');
      }
      const routes = file === undefined ? [] : readRoutesFile(file);
      return changeSettings(merchantId, { routes }, options);
    });

  withCommonOptions(merchant.command('method-order'))
    .description('say which payment methods its consumers are shown first')
    .argument('<merchant-id>', merchantIdForm)
    .argument('[method...]', 'codes, like card; those that are not named follow')
    .option('--none', 'show them in the order of the channels')
    .addHelpText('after', '\nExample:\n  kassa-admin merchant method-order mer_3vQ8x0Yb2LkT9sWd card')
    .action((merchantId: string, methods: string[], { none, ...options }: MethodOrderOptions) => {
      if ((methods.length === 0) !== (none ?? false)) {
        throw new CliError('usage', 'Name the methods, or say --none for the order of the channels.');
      }
      return changeSettings(merchantId, { method_order: methods }, options);
    });

  withCommonOptions(merchant.command('origins'))
    .description('say which of its own pages may frame the cashier and take consumers back, all of them anew')
    .argument('<merchant-id>', merchantIdForm)
    .argument('[origin...]', 'up to 20, like https://shop.example (sandbox: also http to a loopback address)')
    .option('--none', 'allow none')
    .action(async (merchantId: string, origins: string[], options: OriginOptions) => {
      if ((origins.length === 0) !== (options.none ?? false)) {
        throw new CliError('usage', 'Name the origins, or say --none to allow none.');
      }
      const changed = await ask(world, options, (operations) =>
        operations.setAllowedOrigins(merchantId, origins),
      );
      world.write(options.json ? jsonText(changed) : merchantText(changed));
    });

  withCommonOptions(merchant.command('branding'))
    .description('give the cashier its colour and logo; what is not named stays as it is')
    .argument('<merchant-id>', merchantIdForm)
    .addOption(
      new Option('--accent-color <colour>', 'like 0a7d4f; the cashier keeps its contrast sufficient'),
    )
    .addOption(new Option('--no-accent-color', 'take the colour away').default(undefined))
    .addOption(new Option('--logo <file>', 'PNG, JPEG or WebP, at most 64 KiB and 2048 pixels a side'))
    .addOption(new Option('--no-logo', 'take the logo away').default(undefined))
    .action(async (merchantId: string, options: BrandingOptions) => {
      const changed = await ask(world, options, (operations) =>
        operations.changeBranding(merchantId, brandingOf(options)),
      );
      world.write(options.json ? jsonText(changed) : merchantText(changed));
    });

  return merchant;
}

const routesHelp = `
A route names a channel (a type, or the ID of one account) and what goes there: methods, currencies, and with
currencies min_amount and max_amount in major units. What it does not name, it does not ask.

Example of a file:
  [
    {"channel": "ProcessorA", "methods": ["card"], "currencies": ["USD", "EUR"], "max_amount": "500.00"},
    {"channel": "ProcessorB"}
  ]

Example:
  kassa-admin merchant routes mer_3vQ8x0Yb2LkT9sWd --file routes.json`;

/** @throws {CliError} when it is no duration that orders can have */
function secondsOf(duration: string): number {
  const seconds = readDuration(duration);
  if (seconds === undefined) {
    throw new CliError('usage', `${duration} is no duration. Write it like 90s, 30m or 2h.`);
  }
  const { minimum, maximum } = ORDER_VALIDITY_SECONDS;
  if (seconds < minimum || seconds > maximum) {
    const range = `from ${spokenDuration(minimum)} to ${spokenDuration(maximum)}`;
    throw new CliError('usage', `Orders can be paid for ${range}; ${duration} is not within that.`);
  }
  return seconds;
}

/** @throws {CliError} when nothing is to be changed, or the logo's file can not be read */
function brandingOf({ accentColor, logo }: BrandingOptions): ChangeBrandingRequest {
  if (accentColor === undefined && logo === undefined) {
    throw new CliError('usage', 'Say what to change: --accent-color, --logo, --no-accent-color, --no-logo.');
  }
  return {
    ...(accentColor !== undefined && { accent_color: accentColor ? colourOf(accentColor) : null }),
    ...(logo !== undefined && { logo: logo ? readLogoFile(logo) : null }),
  };
}

/** A shell takes an unquoted # for the beginning of a comment, so it may be left out. */
function colourOf(text: string): string {
  return `#${text.replace(/^#/, '')}`.toLowerCase();
}
