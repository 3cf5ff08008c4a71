import type {
  CardInput,
  InitCheckoutResult,
  PaymentRenderType,
  SubmitPaymentRequest,
  SubmitPaymentResult,
} from '@kassa/contracts';
import type { Attempts } from './attempts.ts';
import type { CheckoutApi } from './checkout-api.ts';
import { ConnectionError, UnsupportedRenderTypeError } from './checkout-errors.ts';
import type { CheckoutProgress } from './checkout-progress.ts';
import { deviceId } from './device-id.ts';
import { mayHaveArrived, orderHasMoved } from './failed-call.ts';
import type { PendingVisit } from './pending-visit.ts';
import { requireSafeAddress } from './safe-address.ts';
import type { StatusWatch } from './status-watch.ts';
import type { SubmitOutcome } from './submit-outcome.ts';
import { describeTerminal } from './terminal.ts';

export interface SubmissionParts {
  readonly methodCode: string;
  readonly api: CheckoutApi;
  readonly attempts: Attempts;
  readonly progress: CheckoutProgress;
  readonly watch: StatusWatch;
  readonly visit: PendingVisit;
  /** Sends the consumer to the processor's page. Returns false if this page cannot be left. */
  readonly leave: (url: string) => boolean;
  /** Shows the bank's 3-D Secure page in a frame over this page; null if 3-D Secure needs the whole window. */
  readonly challenge: ((url: string) => void) | null;
  /** Aborted when the payment is removed from the page. */
  readonly signal: AbortSignal;
}

export interface Told {
  readonly attempt: InitCheckoutResult;
  readonly answer: SubmitPaymentResult;
}

/**
 * Submits a mounted method to the gateway. Only one submit runs at a time, and a submit that may have arrived is never
 * repeated.
 */
export class Submission {
  readonly parts: SubmissionParts;

  constructor(parts: SubmissionParts) {
    this.parts = parts;
  }

  /** Pays with a card form or a button. The gateway forwards the input to the channel and may ask for a redirect. */
  async payByService(renderType: PaymentRenderType, card?: CardInput): Promise<SubmitOutcome> {
    this.parts.progress.submitting();
    const told = await this.tellService(renderType, card ? { card } : {});
    if (!told) return { status: 'submitted' };
    const { attempt, answer } = told;
    const address = answer.paymentUrl || attempt.paymentUrl;
    if (!address) return this.await();

    return this.leadOn(address, answer.paymentUrlDisplay === 'FRAME');
  }

  /** Sends the consumer to another page, on which the payment continues. The processor already has the payment. */
  leadOn(address: string, isFrameable = false): SubmitOutcome {
    const { visit, challenge, signal } = this.parts;
    const url = this.#requireSafe(address);
    visit.begin(url);
    // The payment was removed from the page meanwhile, so do not redirect.
    if (signal.aborted) return this.await();
    if (challenge && isFrameable) {
      challenge(url);
      return this.await();
    }
    return this.#leadTo(url);
  }

  /**
   * Handles a submit while an attempt is in progress. A consumer who came back from the processor's page without a result is
   * sent there again. If that page belongs to another method, the gateway answers PAYMENT_IN_PROGRESS.
   */
  async goOn(renderType: PaymentRenderType): Promise<SubmitOutcome> {
    const { methodCode, attempts, progress, visit, signal } = this.parts;
    const isAwaited = () => progress.snapshot.phase === 'processing';
    const url = visit.read();
    if (url && isAwaited()) {
      await attempts.open(methodCode);
      attempts.spent();
      signal.throwIfAborted();
      if (isAwaited()) return this.#leadTo(url);
    }
    // The tab could not store the processor's page. The gateway knows it, and never submits an attempt twice, so submitting
    // again is safe.
    if (!url && isAwaited() && renderType === 'REDIRECT') return this.payByService(renderType);
    return { status: 'submitted' };
  }

  /**
   * Opens the attempt and submits it. Returns null if the outcome is unknown; the gateway's status will then show it. `accept`
   * can throw to refuse the open attempt, and then nothing is submitted.
   */
  async tellService(
    renderType: PaymentRenderType,
    entered: Pick<SubmitPaymentRequest, 'card'>,
    accept?: (attempt: InitCheckoutResult) => void,
  ): Promise<Told | null> {
    const { methodCode, api, attempts, progress, signal } = this.parts;
    let sent = false;
    try {
      const attempt = await attempts.open(methodCode);
      // The gateway may send a second attempt to another channel, whose form is different.
      if (attempt.extension.paymentRenderType !== renderType) {
        throw new UnsupportedRenderTypeError(attempt.extension.paymentRenderType);
      }
      accept?.(attempt);
      signal.throwIfAborted();
      sent = true;
      const answer = await api.submit({
        transactionId: attempt.transactionId,
        terminal: describeTerminal(),
        deviceId: deviceId(),
        ...entered,
      });
      return { attempt, answer };
    } catch (error) {
      if (orderHasMoved(error) || (sent && mayHaveArrived(error))) {
        // Only the gateway knows whether the submit arrived. If the status is INIT, it did not, and the form opens again.
        this.await();
        progress.connected(!(error instanceof ConnectionError));
        return null;
      }
      progress.reopen();
      throw error;
    } finally {
      attempts.spent();
    }
  }

  /** Waits for the gateway's status, because from now on only the gateway decides the result. */
  await(): SubmitOutcome {
    this.parts.progress.processing();
    void this.parts.watch.run();
    return { status: 'submitted' };
  }

  #leadTo(url: string): SubmitOutcome {
    this.parts.progress.redirecting();
    if (this.parts.leave(url)) return { status: 'redirecting', url };
    this.await();
    return { status: 'blocked', url };
  }

  /** Checks the address. Even if the consumer cannot be sent there, the processor has the payment, so the result is awaited. */
  #requireSafe(address: string): string {
    try {
      return requireSafeAddress(address);
    } catch (error) {
      this.await();
      throw error;
    }
  }
}
