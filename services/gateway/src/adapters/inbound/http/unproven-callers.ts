import { growingCache } from '../../../application/growing-cache.ts';
import { callerNetworkOf } from './caller-network.ts';
import type { GuessAlerts } from './guess-alerts.ts';
import { rateLimited } from './refused-error.ts';
import { type BucketSize, TokenBuckets } from './token-buckets.ts';

/** The maximum number of callers that are remembered as proven. */
const MAX_PROVEN = 10_000;
/**
 * The longest claim that is stored. The IDs of merchants and channels are shorter, so a longer claim is false, and is not
 * stored, because it would only fill the memory.
 */
const MAX_CLAIM_LENGTH = 64;

export interface Caller {
  readonly address: string;
  /** The merchant or channel that the caller claims to be. */
  readonly claim: string;
}

/** How often callers may fail to prove their identity. */
export interface UnprovenLimits {
  /** For each network of callers. */
  readonly network: BucketSize;
  /**
   * The limit for each claimed merchant, over all networks. It applies only to networks with recent failures. Null if there is
   * no such limit.
   */
  readonly claim: BucketSize | null;
}

/**
 * Limits callers that forge signatures or guess IDs. A call takes tokens before it is verified, so that a flood of calls
 * reaches neither the database nor the signature check. A genuine call gets its tokens back, so only failed calls use up the
 * limits.
 *
 * Nobody can lock a merchant out by forging its calls from elsewhere. A caller that has proved its identity has a separate
 * limit for its network and claim together. The limit for a claim does not apply to a network without recent failures. So a
 * merchant can still prove its identity from a new address, or after a restart of the gateway.
 */
export class UnprovenCallers {
  readonly #networks: TokenBuckets;
  readonly #claims: TokenBuckets | null;
  readonly #pairs: TokenBuckets;
  readonly #proven = growingCache<string, true>(MAX_PROVEN);
  readonly #guesses: GuessAlerts;

  constructor({ network, claim }: UnprovenLimits, guesses: GuessAlerts) {
    this.#networks = new TokenBuckets(network);
    this.#claims = claim && new TokenBuckets(claim);
    this.#pairs = new TokenBuckets(claim ?? network);
    this.#guesses = guesses;
  }

  /**
   * Verifies a call.
   *
   * @param isGenuine whether the outcome of the verification proves the caller's identity
   * @throws {RefusedError} when the caller, or others with the same claim, have failed too often
   */
  async verify<Outcome>(
    caller: Caller,
    verify: () => Promise<Outcome>,
    isGenuine: (outcome: Outcome) => boolean,
  ): Promise<Outcome> {
    const pair = pairOf(caller);
    const giveBack = this.#take(caller, pair);
    let outcome: Outcome;
    try {
      outcome = await verify();
    } catch (error) {
      // The call could not be verified, for example because the database is unreachable. That is not the caller's fault.
      giveBack();
      throw error;
    }
    if (isGenuine(outcome)) {
      giveBack();
      this.#proven.set(pair, true);
    } else this.#guesses.failed();
    return outcome;
  }

  /** Takes the tokens of a call. Returns a function that puts them back. */
  #take({ address, claim }: Caller, pair: string): () => void {
    const taken: (() => void)[] = [];
    const giveBack = () => {
      for (const putBack of taken) putBack();
    };
    for (const [buckets, key] of this.#limitsOf({ address, claim }, pair)) {
      const waitSeconds = buckets.take(key);
      if (waitSeconds !== undefined) {
        giveBack();
        this.#guesses.refused(address);
        throw rateLimited(waitSeconds);
      }
      taken.push(() => buckets.giveBack(key));
    }
    return giveBack;
  }

  #limitsOf({ address, claim }: Caller, pair: string): readonly (readonly [TokenBuckets, string])[] {
    if (this.#proven.has(pair)) return [[this.#pairs, pair]];
    const network = callerNetworkOf(address);
    const { limit, remaining } = this.#networks.levelOf(network);
    const isFresh = remaining === limit;
    return this.#claims === null || isFresh
      ? [[this.#networks, network]]
      : [
          [this.#networks, network],
          [this.#claims, claim.slice(0, MAX_CLAIM_LENGTH)],
        ];
  }
}

function pairOf({ address, claim }: Caller): string {
  return `${callerNetworkOf(address)} ${claim.slice(0, MAX_CLAIM_LENGTH)}`;
}
