import { createHash } from 'node:crypto';
import { compileValidator } from '@kassa/contracts';
import { type Static, Type } from 'typebox';
import type { ArchiveTotals } from '../../../domain/archive/archive-tally.ts';
import type { ArchiveSource } from '../../../ports/order-archive.ts';
import { UnreadableArchive } from './unreadable-archive.ts';

export const MANIFEST = 'manifest.json';
const FORMAT = 'kassa-order-archive';
/** Increased by one when the format of the files or of the archived orders changes. */
const FORMAT_VERSION = 1;

const closed = { additionalProperties: false } as const;
const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' });
const Minor = Type.String({ pattern: '^-?[0-9]+$' });
const Count = Type.Integer({ minimum: 0 });
const TextOrNull = Type.Union([Type.String(), Type.Null()]);

const ManifestFile = Type.Object(
  {
    name: Type.String({ pattern: '^orders-[0-9]{6}\\.ndjson$' }),
    bytes: Count,
    orders: Type.Integer({ minimum: 1 }),
    sha256: Sha256,
    first_order_id: Type.String(),
    last_order_id: Type.String(),
  },
  closed,
);
export type ManifestFile = Static<typeof ManifestFile>;

const Manifest = Type.Object(
  {
    format: Type.Literal(FORMAT),
    format_version: Type.Literal(FORMAT_VERSION),
    gateway_version: Type.String(),
    deployment: TextOrNull,
    environment: TextOrNull,
    database: Type.String(),
    written_at: Type.String(),
    filter: Type.Object(
      { changed_before: Type.String(), limit: Type.Union([Type.Integer(), Type.Null()]) },
      closed,
    ),
    orders: Count,
    first_order_id: TextOrNull,
    last_order_id: TextOrNull,
    sums: Type.Array(
      Type.Object(
        {
          currency: Type.String(),
          orders: Count,
          ordered_minor: Minor,
          in_minor: Minor,
          out_minor: Minor,
        },
        closed,
      ),
    ),
    files: Type.Array(ManifestFile),
  },
  closed,
);
type Manifest = Static<typeof Manifest>;

const validate = compileValidator(Manifest);

/** The list of contents of an archive. */
export interface Contents {
  readonly source: ArchiveSource;
  readonly totals: ArchiveTotals;
  readonly writtenAt: Date;
  readonly gatewayVersion: string;
  readonly files: readonly ManifestFile[];
}

export function manifestText({ source, totals, writtenAt, gatewayVersion, files }: Contents): string {
  const manifest: Manifest = {
    format: FORMAT,
    format_version: FORMAT_VERSION,
    gateway_version: gatewayVersion,
    deployment: source.deployment,
    environment: source.environment,
    database: source.database,
    written_at: writtenAt.toISOString(),
    filter: { changed_before: source.changedBefore.toISOString(), limit: source.limit },
    orders: totals.count,
    first_order_id: totals.firstOrderId,
    last_order_id: totals.lastOrderId,
    sums: totals.sums.map(({ currency, orders, orderedMinor, inMinor, outMinor }) => ({
      currency,
      orders,
      ordered_minor: String(orderedMinor),
      in_minor: String(inMinor),
      out_minor: String(outMinor),
    })),
    files: [...files],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** @throws {UnreadableArchive} */
export function readManifest(text: string): Contents {
  const json = parsed(text);
  const reading = validate(json);
  if (reading.kind === 'invalid') throw new UnreadableArchive(refusalOf(json));
  const manifest = reading.value;
  const { filter } = manifest;
  const contents: Contents = {
    source: {
      deployment: manifest.deployment,
      environment: manifest.environment,
      database: manifest.database,
      changedBefore: momentOf(filter.changed_before),
      limit: filter.limit,
    },
    totals: {
      count: manifest.orders,
      firstOrderId: manifest.first_order_id,
      lastOrderId: manifest.last_order_id,
      sums: manifest.sums.map(({ currency, orders, ordered_minor, in_minor, out_minor }) => ({
        currency,
        orders,
        orderedMinor: BigInt(ordered_minor),
        inMinor: BigInt(in_minor),
        outMinor: BigInt(out_minor),
      })),
    },
    writtenAt: momentOf(manifest.written_at),
    gatewayVersion: manifest.gateway_version,
    files: manifest.files,
  };
  if (manifestText(contents) !== text) {
    throw new UnreadableArchive(
      `${MANIFEST} is not written as the gateway writes it, so somebody has changed it.`,
    );
  }
  return contents;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableArchive(`${MANIFEST} is not JSON.`);
  }
}

function refusalOf(manifest: unknown): string {
  const other = Reflect.get(Object(manifest), 'format_version');
  return Reflect.get(Object(manifest), 'format') === FORMAT && other !== FORMAT_VERSION
    ? `The archive has format version ${other}, and this version of the gateway reads only ${FORMAT_VERSION}. ` +
        'Use the version of the gateway that wrote it, which manifest.json names.'
    : `${MANIFEST} does not have the form of an archive’s list of contents.`;
}

function momentOf(text: string): Date {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime()))
    throw new UnreadableArchive(`${MANIFEST} contains a time that is none.`);
  return moment;
}

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
