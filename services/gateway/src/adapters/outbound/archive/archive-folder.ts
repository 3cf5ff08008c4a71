import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveTotals } from '../../../domain/archive/archive-tally.ts';
import type { ArchiveRecord, ArchiveSource, OrderArchive } from '../../../ports/order-archive.ts';
import { readLine } from './archive-line.ts';
import { type Contents, MANIFEST, type ManifestFile, readManifest, sha256Of } from './archive-manifest.ts';
import { UnreadableArchive } from './unreadable-archive.ts';

/**
 * The maximum length of a line. An archived order is at most as long as a stored order in JSON. A longer line cannot be an
 * order, and would fill the memory.
 */
const LONGEST_LINE = 64 * 1024 * 1024;
const NEWLINE = 0x0a;

/** An archive in a folder, as `WrittenArchiveFiles` writes it. */
export class ArchiveFolder implements OrderArchive {
  readonly #folder: string;
  readonly #contents: Contents;
  readonly manifestSha256: string;

  private constructor(folder: string, contents: Contents, manifestSha256: string) {
    this.#folder = folder;
    this.#contents = contents;
    this.manifestSha256 = manifestSha256;
  }

  /** @throws {UnreadableArchive} when the folder has no readable list of contents */
  static async open(folder: string): Promise<ArchiveFolder> {
    let text: string;
    try {
      text = await readFile(join(folder, MANIFEST), 'utf8');
    } catch {
      throw new UnreadableArchive(`${folder} contains no archive: there is no ${MANIFEST} that can be read.`);
    }
    return new ArchiveFolder(folder, readManifest(text), sha256Of(text));
  }

  get source(): ArchiveSource {
    return this.#contents.source;
  }

  get totals(): ArchiveTotals {
    return this.#contents.totals;
  }

  get writtenAt(): Date {
    return this.#contents.writtenAt;
  }

  async *records(): AsyncGenerator<ArchiveRecord> {
    const { files } = this.#contents;
    const listed = new Set([MANIFEST, ...files.map(({ name }) => name)]);
    for (const name of (await readdir(this.#folder)).toSorted()) {
      if (!listed.has(name)) yield faultAt(name, 'the file is not in the list of contents');
    }
    if (listed.size !== files.length + 1) yield faultAt(MANIFEST, 'it names a file twice');
    for (const file of files) yield* this.#recordsOf(file);
  }

  async find(orderId: string): Promise<ArchiveRecord | undefined> {
    const file = this.#contents.files.find(
      (each) => each.first_order_id <= orderId && orderId <= each.last_order_id,
    );
    if (file === undefined) return undefined;
    let found: ArchiveRecord | undefined;
    // Read to the end even if the order is found, because only the whole file shows whether it is unchanged.
    for await (const record of this.#recordsOf(file)) {
      if (record.kind === 'fault') return record;
      if (record.archived.order.orderId === orderId) found = record;
    }
    return found;
  }

  async *#recordsOf(file: ManifestFile): AsyncGenerator<ArchiveRecord> {
    const hash = createHash('sha256');
    const seen: SeenFile = { bytes: 0, orders: 0, firstOrderId: null, lastOrderId: null };
    try {
      for await (const bytes of linesOf(join(this.#folder, file.name))) {
        hash.update(bytes);
        seen.bytes += bytes.length;
        seen.orders += 1;
        const record = recordIn(bytes, `${file.name}:${seen.orders}`);
        if (record.kind === 'order') {
          const { orderId } = record.archived.order;
          seen.firstOrderId ??= orderId;
          seen.lastOrderId = orderId;
        }
        yield record;
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      yield faultAt(file.name, `the file cannot be read: ${reason}`);
      return;
    }
    const difference = differenceOf(file, seen, hash.digest('hex'));
    if (difference !== null) yield faultAt(file.name, difference);
  }
}

interface SeenFile {
  bytes: number;
  orders: number;
  firstOrderId: string | null;
  lastOrderId: string | null;
}

function differenceOf(file: ManifestFile, seen: SeenFile, sha256: string): string | null {
  if (sha256 !== file.sha256 || seen.bytes !== file.bytes) {
    return 'the file’s bytes are not those that the list of contents names (SHA-256)';
  }
  const isSame =
    seen.orders === file.orders &&
    seen.firstOrderId === file.first_order_id &&
    seen.lastOrderId === file.last_order_id;
  return isSame ? null : 'the file’s orders are not those that the list of contents names';
}

function recordIn(bytes: Buffer, place: string): ArchiveRecord {
  if (bytes.at(-1) !== NEWLINE) return faultAt(place, 'the line has no end');
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(0, -1));
    const archived = readLine(text);
    if (typeof archived?.order?.orderId !== 'string') return faultAt(place, 'the line contains no order');
    return { kind: 'order', place, archived };
  } catch (error) {
    // Do not repeat the parser's message, because it quotes the line, which can contain an order.
    const reason = error instanceof SyntaxError ? 'the line is not JSON' : 'the line has another form';
    return faultAt(place, error instanceof TypeError ? 'the line is not UTF-8' : reason);
  }
}

function faultAt(place: string, reason: string): ArchiveRecord {
  return { kind: 'fault', place, reason };
}

/**
 * Reads a file line by line. Each line includes its line break. Only one line and one chunk of the file are in memory at a
 * time.
 */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let begunBytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...begun, chunk.subarray(start, end + 1)]);
      begun = [];
      begunBytes = 0;
      start = end + 1;
    }
    begun.push(chunk.subarray(start));
    begunBytes += chunk.length - start;
    if (begunBytes > LONGEST_LINE) throw new Error('a line is longer than any order');
  }
  if (begunBytes > 0) yield Buffer.concat(begun);
}
