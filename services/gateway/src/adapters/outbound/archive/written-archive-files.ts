import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveTotals } from '../../../domain/archive/archive-tally.ts';
import type { ArchivedOrder, ArchiveSource, ArchiveWriter } from '../../../ports/order-archive.ts';
import { gatewayVersion } from '../gateway-version.ts';
import { lineOf } from './archive-line.ts';
import { MANIFEST, type ManifestFile, manifestText, sha256Of } from './archive-manifest.ts';
import { UnreadableArchive } from './unreadable-archive.ts';

/** The size at which a file is complete. The order that exceeds this size is the file's last one. */
const FILE_BYTES = 64 * 1024 * 1024;
/** The number of characters that are collected in memory before they are written to the file. */
const COLLECTED = 1024 * 1024;
/** What an interrupted run may have left. */
const leftover = /^(?:orders-[0-9]{6}\.ndjson(?:\.part)?|manifest\.json\.part)$/;

interface OpenFile {
  readonly name: string;
  readonly handle: FileHandle;
  readonly hash: Hash;
  readonly firstOrderId: string;
  bytes: number;
  orders: number;
  lastOrderId: string;
}

/**
 * Writes an archive to a folder. Each file gets its final name only once it is completely on the disk, and the list of contents
 * is written last. So a folder with a list of contents is a complete archive, and a folder without one is incomplete.
 */
export class WrittenArchiveFiles implements ArchiveWriter {
  readonly #folder: string;
  readonly #source: ArchiveSource;
  readonly #fileBytes: number;
  readonly #files: ManifestFile[] = [];
  #open: OpenFile | null = null;
  #collected: string[] = [];
  #collectedLength = 0;

  private constructor(folder: string, source: ArchiveSource, fileBytes: number) {
    this.#folder = folder;
    this.#source = source;
    this.#fileBytes = fileBytes;
  }

  /**
   * Begins an archive in a folder. Creates the folder if it does not exist, and removes what an interrupted run has left there.
   *
   * @throws {UnreadableArchive} when the folder contains an archive or anything else
   */
  static async begin(
    folder: string,
    source: ArchiveSource,
    fileBytes = FILE_BYTES,
  ): Promise<WrittenArchiveFiles> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const names = await readdir(folder);
    if (names.includes(MANIFEST)) throw new UnreadableArchive(`${folder} already contains an archive.`);
    const other = names.find((name) => !leftover.test(name));
    if (other !== undefined) {
      throw new UnreadableArchive(
        `${folder} contains ${other}. Name a folder that is empty or does not exist.`,
      );
    }
    for (const name of names) await rm(join(folder, name));
    return new WrittenArchiveFiles(folder, source, fileBytes);
  }

  async add(archived: ArchivedOrder): Promise<void> {
    const { orderId } = archived.order;
    const line = `${lineOf(archived)}\n`;
    this.#open ??= await this.#openNext(orderId);
    this.#open.orders += 1;
    this.#open.lastOrderId = orderId;
    this.#collected.push(line);
    this.#collectedLength += line.length;
    if (this.#collectedLength >= Math.min(COLLECTED, this.#fileBytes)) await this.#writeCollected(this.#open);
    if (this.#open.bytes >= this.#fileBytes) await this.#endFile(this.#open);
  }

  async finish(totals: ArchiveTotals, writtenAt: Date): Promise<{ readonly manifestSha256: string }> {
    if (this.#open !== null) await this.#endFile(this.#open);
    const contents = {
      source: this.#source,
      totals,
      writtenAt,
      gatewayVersion: gatewayVersion(),
      files: this.#files,
    };
    const text = manifestText(contents);
    // The list of contents refers to the files by name. So the names must be on the disk before the list.
    await syncFolder(this.#folder);
    const handle = await open(join(this.#folder, `${MANIFEST}.part`), 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(join(this.#folder, `${MANIFEST}.part`), join(this.#folder, MANIFEST));
    await syncFolder(this.#folder);
    return { manifestSha256: sha256Of(text) };
  }

  async close(): Promise<void> {
    await this.#open?.handle.close();
    this.#open = null;
  }

  async #openNext(firstOrderId: string): Promise<OpenFile> {
    const name = `orders-${String(this.#files.length + 1).padStart(6, '0')}.ndjson`;
    const handle = await open(join(this.#folder, `${name}.part`), 'w', 0o600);
    const hash = createHash('sha256');
    return { name, handle, hash, firstOrderId, lastOrderId: firstOrderId, bytes: 0, orders: 0 };
  }

  async #writeCollected(file: OpenFile): Promise<void> {
    const bytes = Buffer.from(this.#collected.join(''));
    this.#collected = [];
    this.#collectedLength = 0;
    file.hash.update(bytes);
    file.bytes += bytes.length;
    await file.handle.writeFile(bytes);
  }

  async #endFile(file: OpenFile): Promise<void> {
    await this.#writeCollected(file);
    await file.handle.sync();
    await this.close();
    const { name, bytes, orders, firstOrderId, lastOrderId } = file;
    await rename(join(this.#folder, `${name}.part`), join(this.#folder, name));
    this.#files.push({
      name,
      bytes,
      orders,
      sha256: file.hash.digest('hex'),
      first_order_id: firstOrderId,
      last_order_id: lastOrderId,
    });
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
