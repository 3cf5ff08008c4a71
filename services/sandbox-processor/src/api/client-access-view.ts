import { clientAccessOf } from '../domain/client-access.ts';
import type { Payment } from '../domain/payment.ts';
import type { ProcessorContext } from '../operations/processor-context.ts';

/**
 * What the shop's page needs to start the browser library for a payment. Only the answer that creates the payment contains it,
 * because it gives access to the payer's form. Somebody who may only read payments or callbacks must not get it.
 */
export function clientAccessView(payment: Payment, processor: ProcessorContext) {
  const access = clientAccessOf(payment);
  return {
    client_secret: access?.kind === 'client_secret' ? access.clientSecret : null,
    session: access?.kind === 'session' ? { id: access.id, data: access.data } : null,
    ...(access === null ? { public_key: null, library: null } : libraryView(processor)),
  };
}

/** What a page needs to start the browser library for the wallet's button, before there is a payment. */
export function libraryView({ publicKey, publicBaseUrl, browserFiles }: ProcessorContext) {
  const { path, integrity } = browserFiles.library;
  return { public_key: publicKey, library: { url: publicBaseUrl + path, integrity } };
}
