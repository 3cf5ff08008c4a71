import type {
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
  /**
   * Sends the whole window to the processor's page. Returns false if this page is in a frame that is not allowed to navigate
   * the window.
   */
  readonly leave: (url: string) => boolean;
  /** Shows the bank's 3-D Secure page in a frame over this page; null if 3-D Secure needs the whole window. */
  readonly challenge: ((url: string) => void) | null;
  /** A signal that aborts when the payment is removed from the page. */
  readonly signal: AbortSignal;
}

/** Sends the open attempt to the gateway, together with what the payment form adds to it. */
export type SendPayment = (payment: Omit<SubmitPaymentRequest, 'orderId'>) => Promise<SubmitPaymentResult>;

export interface Submitted {
  readonly attempt: InitCheckoutResult;
  readonly answer: SubmitPaymentResult;
}

/**
 * Submits a mounted payment method to the gateway. Only one submit runs at a time. A submit that may have reached the gateway
 * is never sent again as a new payment.
 */
export class Submission {
  readonly parts: SubmissionParts;

  constructor(parts: SubmissionParts) {
    this.parts = parts;
  }

  /**
   * Pays with a card form or a button. The gateway forwards the input to the channel. If the gateway answers with the address
   * of a page, the consumer continues there.
   */
  async payByService(renderType: PaymentRenderType, send?: SendPayment): Promise<SubmitOutcome> {
    this.parts.progress.submitting();
    const submitted = await this.tellService(renderType, { send });
    if (!submitted) return { status: 'submitted' };
    const { attempt, answer } = submitted;
    const address = answer.paymentUrl || attempt.paymentUrl;
    if (!address) return this.await();

    return this.leadOn(address, answer.paymentUrlDisplay === 'FRAME');
  }

  /**
   * Sends the consumer to another page, such as the processor's, on which the payment continues. The processor has already
   * received the payment.
   */
  leadOn(address: string, isFrameable = false): SubmitOutcome {
    const { visit, challenge, signal } = this.parts;
    const url = this.#requireSafe(address);
    visit.begin(url);
    // If the payment form was removed from this page during the submit, do not send the consumer to another page. Only wait for
    // the result.
    if (signal.aborted) return this.await();
    if (challenge && isFrameable) {
      challenge(url);
      return this.await();
    }
    return this.#leadTo(url);
  }

  /**
   * Handles a submit while an earlier attempt is still in progress. If this tab sent the consumer to a processor's page for
   * the earlier attempt, it sends the consumer there again. If the consumer has meanwhile chosen another payment method, the
   * gateway refuses with PAYMENT_IN_PROGRESS.
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
    // This tab could not remember the processor's page, so submit again to learn it from the gateway. That is safe, because the
    // gateway submits an attempt to the channel only once.
    if (!url && isAwaited() && renderType === 'REDIRECT') return this.payByService(renderType);
    return { status: 'submitted' };
  }

  /**
   * Opens an attempt at the gateway and submits it. Before the submit, the callback `accept` gets the open attempt; if it
   * throws, nothing is submitted. Returns null if it is unknown whether the submit arrived; the gateway's status shows it
   * later.
   */
  async tellService(
    renderType: PaymentRenderType,
    options: {
      readonly send?: SendPayment | undefined;
      readonly accept?: (attempt: InitCheckoutResult) => void;
    },
  ): Promise<Submitted | null> {
    const { methodCode, api, attempts, progress, signal } = this.parts;
    const { send = (payment) => api.submit(payment), accept } = options;
    const { round } = progress;
    let sent = false;
    try {
      const attempt = await attempts.open(methodCode);
      // The gateway may choose another channel for a second attempt. If that channel needs a different kind of form, the form
      // on this page cannot be used.
      if (attempt.extension.paymentRenderType !== renderType) {
        throw new UnsupportedRenderTypeError(attempt.extension.paymentRenderType);
      }
      accept?.(attempt);
      signal.throwIfAborted();
      sent = true;
      const answer = await send({
        transactionId: attempt.transactionId,
        terminal: describeTerminal(),
        deviceId: deviceId(),
      });
      return { attempt, answer };
    } catch (error) {
      // The consumer has cancelled this submit while it was waiting for an answer, and has submitted again.
      if (round !== progress.round) return null;
      if (orderHasMoved(error) || (sent && mayHaveArrived(error))) {
        // Ask the gateway whether the submit arrived. If the order's state is INIT, it did not arrive, and the form can be used
        // again.
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

  /**
   * Sends the gateway what the processor's library reported after the payment. The gateway also learns the result without this
   * call, but perhaps later. So an error is ignored.
   */
  confirmed(transactionId: string, sessionResult: string): SubmitOutcome {
    const outcome = this.await();
    const { api } = this.parts;
    api.submit({ transactionId, terminal: describeTerminal(), sessionResult }).catch(() => undefined);
    return outcome;
  }

  /** Polls the gateway's status until the status shows the result of the payment. */
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

  /**
   * Returns an address if the consumer may be sent there, and otherwise throws. Before it throws, it starts to poll for the
   * payment's result, because the processor already has the payment.
   */
  #requireSafe(address: string): string {
    try {
      return requireSafeAddress(address);
    } catch (error) {
      this.await();
      throw error;
    }
  }
}
