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
  /** Sends the consumer to the processor's page; false when that is not possible. */
  readonly leave: (url: string) => boolean;
  /** Shows the bank's page over this one; null where 3-D Secure is to have the window to itself. */
  readonly challenge: ((url: string) => void) | null;
  /** Aborted when the payment is taken off the page. */
  readonly signal: AbortSignal;
}

export interface Told {
  readonly attempt: InitCheckoutResult;
  readonly answer: SubmitPaymentResult;
}

/** How a mounted method gets to the service: one at a time, and never twice what may have arrived. */
export class Submission {
  readonly parts: SubmissionParts;

  constructor(parts: SubmissionParts) {
    this.parts = parts;
  }

  /** A card form or a button: the service passes on what was entered, and may send the consumer on. */
  async payByService(renderType: PaymentRenderType, card?: CardInput): Promise<SubmitOutcome> {
    this.parts.progress.submitting();
    const told = await this.tellService(renderType, card ? { card } : {});
    if (!told) return { status: 'submitted' };
    const { attempt, answer } = told;
    const address = answer.paymentUrl || attempt.paymentUrl;
    if (!address) return this.await();

    return this.leadOn(address, answer.paymentUrlDisplay === 'FRAME');
  }

  /** The processor has the payment, and goes on with it on a page of its own. */
  leadOn(address: string, isFrameable = false): SubmitOutcome {
    const { visit, challenge, signal } = this.parts;
    const url = this.#requireSafe(address);
    visit.begin(url);
    // Whoever took the payment off the page meanwhile is sent nowhere.
    if (signal.aborted) return this.await();
    if (challenge && isFrameable) {
      challenge(url);
      return this.await();
    }
    return this.#leadTo(url);
  }

  /**
   * Submitted once more while the attempt is under way: a consumer who came back from the processor's page without
   * a result is led there again. When that page is another method's, the service says PAYMENT_IN_PROGRESS.
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
    // Where nothing could be kept of the visit the service knows the page, and submits no attempt twice.
    if (!url && isAwaited() && renderType === 'REDIRECT') return this.payByService(renderType);
    return { status: 'submitted' };
  }

  /**
   * Opens the attempt and submits it. Null when it is not known what became of it: the service's status will
   * say. `accept` may refuse the attempt that is open by throwing; then nothing was submitted.
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
      // A gateway may route a second attempt to another channel, whose form would not be this one.
      if (attempt.extension.paymentRenderType !== renderType) {
        throw new UnsupportedRenderTypeError(attempt.extension.paymentRenderType);
      }
      accept?.(attempt);
      signal.throwIfAborted();
      sent = true;
      const answer = await api.submit({ terminal: describeTerminal(), deviceId: deviceId(), ...entered });
      return { attempt, answer };
    } catch (error) {
      if (orderHasMoved(error) || (sent && mayHaveArrived(error))) {
        // Whether the submit arrived is for the service to say; INIT opens the form again.
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

  /** From here on it is the service's to say how it ends. */
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

  /** The service has the payment even if the consumer cannot be sent where it says. */
  #requireSafe(address: string): string {
    try {
      return requireSafeAddress(address);
    } catch (error) {
      this.await();
      throw error;
    }
  }
}
