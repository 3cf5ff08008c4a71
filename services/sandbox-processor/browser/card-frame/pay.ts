import type { PaymentState, Problem } from '../protocol.ts';
import type { ClientAnswer, ClientApi, ClientPayment, Means } from './client-api.ts';

export interface ChallengeDisplay {
  show(url: string): void;
  /**
   * Resolves when the shop's page receives the message of the bank's page that the payer has finished. The message says nothing
   * about success, so the frame then asks the processor for the payment's state.
   */
  finished(): Promise<void>;
  end(): void;
}

export type Paid = ({ readonly kind: 'payment' } & PaymentState) | { readonly kind: Problem['kind'] };

/**
 * How long the frame keeps asking for the result of a payment that is being processed. If there is no result by then, the
 * shop's server learns the result by callback.
 */
const patienceMs = 10_000;
const firstPauseMs = 150;
const longestPauseMs = 1_000;
const challengeAskEveryMs = 2_000;

/** Confirms the payment and waits for its result. If the bank asks for 3-D Secure, also shows the bank's page. */
export async function pay(api: ClientApi, means: Means, challenge: ChallengeDisplay): Promise<Paid> {
  const confirmed = await api.confirm(means);
  // The processor answers with a conflict if the payment was already confirmed with another card, or has ended. So read the
  // present state of the payment.
  const first = confirmed.kind === 'conflict' ? await api.read() : confirmed;
  return first.kind === 'answered' ? follow(api, first.payment, challenge) : { kind: problemOf(first) };
}

async function follow(api: ClientApi, first: ClientPayment, challenge: ChallengeDisplay): Promise<Paid> {
  let payment = first;
  let isChallenged = false;
  let pauseMs = firstPauseMs;
  let processingSinceMs: number | null = null;
  try {
    for (;;) {
      if (payment.status === 'requires_action' && payment.action_url !== null) {
        if (!isChallenged) challenge.show(payment.action_url);
        isChallenged = true;
        await Promise.race([challenge.finished(), delay(challengeAskEveryMs)]);
      } else if (payment.status === 'processing') {
        if (isChallenged) challenge.end();
        processingSinceMs ??= performance.now();
        if (performance.now() - processingSinceMs > patienceMs) return outcomeOf(payment);
        await delay(pauseMs);
        pauseMs = Math.min(pauseMs * 1.5, longestPauseMs);
      } else return outcomeOf(payment);
      const answer = await api.read();
      // Without an answer, keep the last known state and ask again. The payment may still be in progress.
      if (answer.kind === 'answered') payment = answer.payment;
    }
  } finally {
    if (isChallenged) challenge.end();
  }
}

function outcomeOf({ id, status, failure }: ClientPayment): Paid {
  return { kind: 'payment', id, status, failure };
}

function problemOf({ kind }: ClientAnswer): Problem['kind'] {
  return kind === 'unreachable' ? 'unreachable' : 'refused';
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
