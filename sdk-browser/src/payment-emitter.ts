import type { PaymentRenderType } from '@kassa/contracts';
import { EventEmitter } from './event-emitter.ts';
import type { PaymentEvents } from './payment-events.ts';

/** Delivers the events of a mounted payment. A `change` that changes nothing is not delivered. */
export class PaymentEmitter extends EventEmitter<PaymentEvents> {
  constructor(renderType: PaymentRenderType) {
    super();
    this.emit('change', { complete: renderType !== 'OWN_FORM', brand: null, error: null });
  }

  override emit<Name extends keyof PaymentEvents>(name: Name, detail: PaymentEvents[Name]): void {
    if (name !== 'change' || !this.isLatest(name, detail)) super.emit(name, detail);
  }
}
