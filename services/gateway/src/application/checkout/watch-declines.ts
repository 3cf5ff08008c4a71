import { endedTries, isDecline } from '../../domain/attempt/ended-tries.ts';
import type { PaymentOrder } from '../../domain/order/payment-order.ts';
import type { Alert, Alerts } from '../../ports/alerts.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CardTestingSign, PaymentMeter } from '../../ports/payment-meter.ts';
import { growingCache } from '../growing-cache.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { CountsInWindow } from './counts-in-window.ts';
import { SlidingCounts } from './sliding-counts.ts';

/** From where a consumer pays. */
export interface PayingOrigin {
  /** The network of the consumer's address. */
  readonly network: string;
  /** The device's fingerprint; null if the page did not send it. */
  readonly deviceId: string | null;
}

/** How many declines within the window look like card testing. */
export interface DeclineLimits {
  readonly windowSeconds: number;
  readonly perAddress: number;
  readonly perDevice: number;
  readonly perMerchant: number;
}

/** A limit of declines that a consumer's origin has reached. */
export interface ReachedLimit {
  readonly merchantId: string;
  readonly sign: CardTestingSign;
  readonly declines: number;
  readonly waitMs: number;
  /** The consumer's network. Consumers in this network must not try to pay now. */
  readonly network: string;
}

type CardTestingAlert = Extract<Alert, { readonly kind: 'card_testing' }>;

/** The maximum number of attempts whose origins are remembered until their results arrive. */
const MAX_ATTEMPTS = 100_000;
/**
 * The maximum number of declines that each network may cause at a merchant while that merchant's declines look like card
 * testing.
 */
const DECLINES_UNDER_ATTACK = 3;
/**
 * Declines look like card testing only if there are at least this many times as many declines as successes from the same
 * origin.
 */
const DECLINES_FOR_A_SUCCESS = 3;

interface Dependencies {
  readonly alerts: Alerts;
  readonly meter: PaymentMeter;
  readonly clock: Clock;
  readonly limits: DeclineLimits;
}

/**
 * Slows card testing, in which somebody tries out many stolen cards at many orders. Declines are counted by network, by device
 * and by merchant, and compared with the successes of the same network, device or merchant. A network of many honest consumers,
 * or a shop's own till, also has many successes, so it is not slowed down. Many declines at one merchant do not block all its
 * payments: they only lower the limit of each network there.
 *
 * The counts are kept in the memory of this process. The process knows the origin of an attempt only if it has started the
 * attempt itself.
 */
export class WatchDeclines {
  readonly #deps: Dependencies;
  readonly #origins = growingCache<string, PayingOrigin>(MAX_ATTEMPTS);
  /** The times of the latest declines, by key. For each key, only as many times are kept as the highest limit needs. */
  readonly #latestDeclines: SlidingCounts;
  readonly #declines: CountsInWindow;
  readonly #successes: CountsInWindow;
  /** When operators were last alerted, for each merchant and sign of card testing. */
  readonly #alertedAtMs = growingCache<string, number>(1_000);

  constructor(deps: Dependencies) {
    this.#deps = deps;
    const { windowSeconds, perAddress, perDevice, perMerchant } = deps.limits;
    const most = Math.max(perAddress, perDevice, perMerchant, DECLINES_UNDER_ATTACK);
    this.#latestDeclines = new SlidingCounts(windowSeconds * 1_000, most);
    this.#declines = new CountsInWindow(windowSeconds * 1_000);
    this.#successes = new CountsInWindow(windowSeconds * 1_000);
  }

  /** Returns the limit because of which a consumer from this origin must not try to pay now; undefined if there is none. */
  limitFor(merchantId: string, origin: PayingOrigin | null): ReachedLimit | undefined {
    if (origin === null) return undefined;
    const nowMs = this.#nowMs();
    const { perAddress, perDevice } = this.#deps.limits;
    const keys = keysOf(merchantId, origin);
    const checks: [CardTestingSign, string | null, number][] = [
      ['address', keys.address, perAddress],
      ['device', keys.device, perDevice],
      [
        'merchant',
        this.#isUnderAttack(merchantId, nowMs) ? keys.addressAtMerchant : null,
        DECLINES_UNDER_ATTACK,
      ],
    ];
    for (const [sign, key, limit] of checks) {
      if (key === null || !this.#hasFewSuccesses(key, nowMs)) continue;
      const waitMs = this.#latestDeclines.waitMs(key, limit, nowMs);
      if (waitMs <= 0) continue;
      const declines = this.#declines.count(key, nowMs);
      return { merchantId, sign, declines, waitMs, network: origin.network };
    }
    return undefined;
  }

  /** Refuses an attempt to pay because of a limit. Counts the refusal, and alerts operators. */
  refuse({ waitMs, ...reached }: ReachedLimit): Refusal {
    this.#deps.meter.tryRefused(reached.sign);
    this.#tell(reached, this.#nowMs());
    return {
      ...refuse('TOO_MANY_ATTEMPTS', 'Too many payments from here were declined. Wait as Retry-After says.'),
      retryAfterSeconds: Math.ceil(waitMs / 1_000),
    };
  }

  /** Remembers the origin of an attempt until the attempt's result arrives. */
  began(attemptId: string, origin: PayingOrigin | null): void {
    if (origin !== null) this.#origins.set(attemptId, origin);
  }

  orderChanged(before: PaymentOrder, after: PaymentOrder): void {
    const { merchantId } = after;
    const nowMs = this.#nowMs();
    for (const { attemptId, outcome } of endedTries(before, after)) {
      this.#deps.meter.tryEnded(outcome);
      const keys = allKeysOf(merchantId, this.#origins.get(attemptId));
      if (outcome === 'succeeded') for (const key of keys) this.#successes.add(key, nowMs);
      if (isDecline(outcome)) this.#countDecline(merchantId, keys, nowMs);
    }
  }

  #countDecline(merchantId: string, keys: readonly string[], nowMs: number): void {
    for (const key of keys) {
      this.#declines.add(key, nowMs);
      this.#latestDeclines.add(key, nowMs);
    }
    if (this.#isUnderAttack(merchantId, nowMs)) {
      this.#tell({ merchantId, sign: 'merchant', declines: this.#declines.count(merchantId, nowMs) }, nowMs);
    }
  }

  #isUnderAttack(merchantId: string, nowMs: number): boolean {
    const declines = this.#declines.count(merchantId, nowMs);
    return declines >= this.#deps.limits.perMerchant && this.#hasFewSuccesses(merchantId, nowMs);
  }

  #hasFewSuccesses(key: string, nowMs: number): boolean {
    return this.#declines.count(key, nowMs) >= DECLINES_FOR_A_SUCCESS * this.#successes.count(key, nowMs);
  }

  /** Alerts operators, but only once in a window for each merchant and sign. */
  #tell(signs: Omit<CardTestingAlert, 'kind' | 'withinSeconds'>, nowMs: number): void {
    const { merchantId, sign } = signs;
    const key = `${sign} ${merchantId}`;
    const { windowSeconds } = this.#deps.limits;
    const alertedAtMs = this.#alertedAtMs.get(key);
    if (alertedAtMs !== undefined && nowMs - alertedAtMs < windowSeconds * 1_000) return;
    this.#alertedAtMs.set(key, nowMs);
    this.#deps.alerts.raise({ kind: 'card_testing', ...signs, withinSeconds: windowSeconds });
  }

  #nowMs(): number {
    return this.#deps.clock.realNow().getTime();
  }
}

/** The keys under which tries to pay from an origin are counted. */
function keysOf(merchantId: string, { network, deviceId }: PayingOrigin) {
  return {
    address: `address ${network}`,
    addressAtMerchant: `${merchantId} ${network}`,
    device: deviceId === null ? null : `device ${deviceId}`,
  };
}

/** The keys under which a try to pay is counted. If its origin is unknown, it is counted only for its merchant. */
function allKeysOf(merchantId: string, origin: PayingOrigin | undefined): readonly string[] {
  const keys = origin === undefined ? [] : Object.values(keysOf(merchantId, origin));
  return [merchantId, ...keys.filter((key) => key !== null)];
}
