import type { ChangeBrandingRequest, ChangeSettingsRequest } from '@kassa/contracts';
import * as endpoints from '@kassa/contracts/endpoints';
import { type Command, Option } from 'commander';
import { askAndPrint, type CommonOptions, merchantCommand } from '../operations/operations-command.ts';
import { CliError } from '../terminal/cli-error.ts';
import type { CliWorld } from '../terminal/cli-world.ts';
import { readLogoFile, readRoutesFile } from './merchant-files.ts';
import { merchantText } from './merchant-text.ts';
import { validitySeconds } from './validity.ts';

interface OriginOptions extends CommonOptions {
  readonly none?: true;
}

interface BrandingOptions extends CommonOptions {
  /** False removes the colour. */
  readonly accentColor?: string | false;
  readonly logo?: string | false;
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

/** Adds the subcommands of `kassa-admin merchant` that change a merchant's settings. */
export function addMerchantSettings(merchant: Command, world: CliWorld): void {
  addRename(merchant, world);
  addAllowList(merchant, world);
  addValidity(merchant, world);
  addPermissions(merchant, world);
  addRoutes(merchant, world);
  addMethodOrder(merchant, world);
  addOrigins(merchant, world);
  addBranding(merchant, world);
}

async function changeSettings(
  world: CliWorld,
  merchantId: string,
  change: ChangeSettingsRequest,
  options: CommonOptions,
): Promise<void> {
  await askAndPrint(world, options, merchantText, endpoints.changeMerchantSettings, {
    path: { merchantId },
    body: change,
  });
}

function addRename(merchant: Command, world: CliWorld): void {
  merchantCommand(merchant, 'rename')
    .description('change a merchant’s name, which consumers see at the cashier')
    .argument('<name>', 'up to 128 characters')
    .addHelpText('after', '\nExample:\n  kassa-admin merchant rename mer_3vQ8x0Yb2LkT9sWd "Corner Shop"')
    .action((merchantId: string, name: string, options: CommonOptions) =>
      changeSettings(world, merchantId, { name }, options),
    );
}

function addAllowList(merchant: Command, world: CliWorld): void {
  merchantCommand(merchant, 'allow-list')
    .description('set the addresses from which a merchant’s servers may call; this replaces the whole list')
    .argument('[address...]', 'up to 64 addresses and CIDR ranges, IPv4 and IPv6')
    .option('--any', 'allow every address')
    .addHelpText(
      'after',
      '\nExamples:\n  kassa-admin merchant allow-list mer_3vQ8x0Yb2LkT9sWd 203.0.113.7 2001:db8::/32\n' +
        '  kassa-admin merchant allow-list mer_3vQ8x0Yb2LkT9sWd --any',
    )
    .action((merchantId: string, addresses: string[], options: AllowListOptions) => {
      // Require `--any` if no address is given. An empty list allows every address, so it must not result from a forgotten
      // argument.
      if ((addresses.length === 0) !== (options.any ?? false)) {
        throw new CliError('usage', 'Name the IP addresses to allow, or use --any to allow every address.');
      }
      return changeSettings(world, merchantId, { ip_allow_list: addresses }, options);
    });
}

function addValidity(merchant: Command, world: CliWorld): void {
  merchantCommand(merchant, 'validity')
    .description('set how long a merchant’s new orders can be paid')
    .argument('<duration>', 'from 1m to 24h, such as 30m or 2h')
    .addHelpText('after', '\nExample:\n  kassa-admin merchant validity mer_3vQ8x0Yb2LkT9sWd 45m')
    .action((merchantId: string, duration: string, options: CommonOptions) =>
      changeSettings(world, merchantId, { order_validity_seconds: validitySeconds(duration) }, options),
    );
}

function addPermissions(merchant: Command, world: CliWorld): void {
  merchantCommand(merchant, 'permissions')
    .description(
      'allow or forbid the merchant’s own cashier to take card numbers; in production, this is forbidden by default',
    )
    .addOption(
      new Option(
        '--card-numbers',
        'the merchant’s own cashier may take card numbers; the merchant must then meet all card-data requirements (SAQ D)',
      ).default(undefined),
    )
    .addOption(
      new Option('--no-card-numbers', 'the merchant’s own cashier may not take card numbers').default(
        undefined,
      ),
    )
    .addHelpText(
      'after',
      '\nExample:\n  kassa-admin merchant permissions mer_3vQ8x0Yb2LkT9sWd --card-numbers',
    )
    .action((merchantId: string, options: PermissionOptions) => {
      if (options.cardNumbers === undefined) {
        throw new CliError('usage', 'Give either --card-numbers (allow) or --no-card-numbers (forbid).');
      }
      return changeSettings(world, merchantId, { may_take_card_numbers: options.cardNumbers }, options);
    });
}

function addRoutes(merchant: Command, world: CliWorld): void {
  merchantCommand(merchant, 'routes')
    .description(
      'set the channels that a merchant’s payments use, preferred channel first; this replaces all routes',
    )
    .option('--file <file>', 'a JSON array of routes; - reads standard input')
    .option('--none', 'use the deployment’s routes')
    .addHelpText('after', routesHelp)
    .action((merchantId: string, { file, none, ...options }: RouteOptions) => {
      if ((file === undefined) !== (none ?? false)) {
        throw new CliError('usage', 'Name the file with --file, or use --none for the deployment’s routes.');
      }
      const routes = file === undefined ? [] : readRoutesFile(file);
      return changeSettings(world, merchantId, { routes }, options);
    });
}

function addMethodOrder(merchant: Command, world: CliWorld): void {
  merchantCommand(merchant, 'method-order')
    .description('set which payment methods a merchant’s consumers see first')
    .argument('[method...]', 'codes of the methods to show first, such as card; the other methods follow')
    .option(
      '--none',
      'remove the preference; the methods then appear in the order of the merchant’s channels',
    )
    .addHelpText('after', '\nExample:\n  kassa-admin merchant method-order mer_3vQ8x0Yb2LkT9sWd card')
    .action((merchantId: string, methods: string[], { none, ...options }: MethodOrderOptions) => {
      if ((methods.length === 0) !== (none ?? false)) {
        throw new CliError(
          'usage',
          'Name the methods to show first, or use --none to remove the preference.',
        );
      }
      return changeSettings(world, merchantId, { method_order: methods }, options);
    });
}

function addOrigins(merchant: Command, world: CliWorld): void {
  merchantCommand(merchant, 'origins')
    .description(
      'set which of a merchant’s pages may frame the cashier and receive returning consumers; this replaces the whole list',
    )
    .argument(
      '[origin...]',
      'up to 20 origins, such as https://shop.example (sandbox: also http to a loopback address)',
    )
    .option('--none', 'allow none')
    .action(async (merchantId: string, origins: string[], options: OriginOptions) => {
      if ((origins.length === 0) !== (options.none ?? false)) {
        throw new CliError('usage', 'Name the origins, or use --none to allow none.');
      }
      await askAndPrint(world, options, merchantText, endpoints.setAllowedOrigins, {
        path: { merchantId },
        body: { allowed_origins: origins },
      });
    });
}

function addBranding(merchant: Command, world: CliWorld): void {
  merchantCommand(merchant, 'branding')
    .description('set the colour and logo of a merchant’s cashier; omitted options change nothing')
    .addOption(
      new Option(
        '--accent-color <colour>',
        'such as 0a7d4f; the cashier adjusts the colour for sufficient contrast',
      ),
    )
    .addOption(new Option('--no-accent-color', 'remove the colour').default(undefined))
    .addOption(new Option('--logo <file>', 'PNG, JPEG or WebP, at most 64 KiB and 2048 pixels a side'))
    .addOption(new Option('--no-logo', 'remove the logo').default(undefined))
    .action(async (merchantId: string, options: BrandingOptions) => {
      await askAndPrint(world, options, merchantText, endpoints.changeBranding, {
        path: { merchantId },
        body: brandingOf(options),
      });
    });
}

const routesHelp = `
A route names a channel (a type, or the ID of one account) and which payments use it: their methods, their
currencies and, only together with currencies, min_amount and max_amount in major units. Without methods, the route
takes payments by any method; likewise without currencies or amounts.

Example of a file:
  [
    {"channel": "ProcessorA", "methods": ["card"], "currencies": ["USD", "EUR"], "max_amount": "500.00"},
    {"channel": "ProcessorB"}
  ]

Example:
  kassa-admin merchant routes mer_3vQ8x0Yb2LkT9sWd --file routes.json`;

/** @throws {CliError} when no change is given, or the logo's file cannot be read */
function brandingOf({ accentColor, logo }: BrandingOptions): ChangeBrandingRequest {
  if (accentColor === undefined && logo === undefined) {
    throw new CliError('usage', 'Give at least one of --accent-color, --logo, --no-accent-color, --no-logo.');
  }
  return {
    ...(accentColor !== undefined && { accent_color: accentColor ? colourOf(accentColor) : null }),
    ...(logo !== undefined && { logo: logo ? readLogoFile(logo) : null }),
  };
}

/**
 * Adds the # to a colour if it is missing. People leave it out, because a shell takes an unquoted # for the start of a comment.
 */
function colourOf(text: string): string {
  return `#${text.replace(/^#/, '')}`.toLowerCase();
}
