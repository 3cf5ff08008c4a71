import {
  type ChainFault,
  type ChainLink,
  chainStart,
  findChainFault,
} from '../../domain/operator/audit-chain.ts';
import type { AuditLog, UnlinkedRecords } from '../../ports/audit-log.ts';

const PAGE = 1_000;

export interface VerifiedPart {
  /** How many records this part has. */
  readonly checked: number;
  readonly fault: ChainFault | null;
  /** The last link of this part of the chain; null if the chain has no records. */
  readonly head: ChainLink | null;
  /** The sequence number after which the next part begins. Null if this was the last part, or if a fault was found. */
  readonly next: number | null;
  /** How many records cannot be verified, because versions of Kassa without the chain wrote them. */
  readonly unlinked: number;
}

interface Dependencies {
  readonly audit: AuditLog;
}

/** Verifies the chain of the audit log, one part at a time. */
export class VerifyAuditLog {
  readonly #deps: Dependencies;

  constructor(deps: Dependencies) {
    this.#deps = deps;
  }

  head(): Promise<ChainLink | null> {
    return this.#deps.audit.head();
  }

  /**
   * @param after the sequence number of the last record that was verified; 0 to begin
   * @param exported a link that an operator exported earlier; the chain must contain it
   */
  async execute(after: number, exported: Pick<ChainLink, 'sequence' | 'hash'> | null): Promise<VerifiedPart> {
    const { audit } = this.#deps;
    // Read the last verified record again, because the first record of this part must refer to it.
    const limit = after > 0 ? PAGE + 1 : PAGE;
    const found = await audit.records(Math.max(after, 1), limit);
    const [first, ...others] = found;
    const isContinued = after > 0 && first?.sequence === after;
    const records = isContinued ? others : found;
    const before = isContinued && first !== undefined ? first : { ...chainStart, sequence: after };
    const head = records.at(-1) ?? (isContinued ? before : null);
    const isLast = found.length < limit;
    const unlinked = await audit.unlinked();
    const fault =
      findChainFault(records, before) ??
      (exported && faultOfHead([...(isContinued ? [before] : []), ...records], exported, after, isLast)) ??
      (await this.#faultOf(unlinked));
    return {
      checked: records.length,
      fault,
      head: head && { sequence: head.sequence, previousHash: head.previousHash, hash: head.hash },
      next: isLast || fault !== null ? null : (head?.sequence ?? null),
      unlinked: unlinked.count,
    };
  }

  /**
   * Returns a fault if a record outside the chain is later than the first record in the chain. Such a record cannot have been
   * written by an earlier version of Kassa, which had no chain.
   */
  async #faultOf({ latest }: UnlinkedRecords): Promise<ChainFault | null> {
    if (latest === null) return null;
    const [first] = await this.#deps.audit.records(1, 1);
    const isEarlier = first === undefined || latest.at <= first.at;
    return isEarlier ? null : { sequence: 0, recordId: latest.recordId, kind: 'unlinked' };
  }
}

/** Returns a fault if this part of the chain should contain the exported link but does not. */
function faultOfHead(
  part: readonly ChainLink[],
  { sequence, hash }: Pick<ChainLink, 'sequence' | 'hash'>,
  after: number,
  isLast: boolean,
): ChainFault | null {
  const found = part.find((link) => link.sequence === sequence);
  const isElsewhere = sequence <= after || (found === undefined && !isLast);
  if (isElsewhere || found?.hash === hash) return null;
  return { sequence, recordId: null, kind: 'other_head' };
}
