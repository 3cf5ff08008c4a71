import type { SupersededError } from '../checkout-errors.ts';
import type { CheckoutProgress } from '../checkout-progress.ts';
import type { CardField } from './card-field.ts';
import type { RendererContext } from './renderer.ts';

/**
 * What the consumer had typed into a checkout's card form when another form replaced it. It is kept in memory and stored
 * nowhere.
 */
const replaced = new WeakMap<CheckoutProgress, readonly string[]>();

/**
 * Remembers what the consumer has typed into the card form, and fills it in when the card form is shown again, for example
 * after the consumer has tried another payment method or changed the language. The input is forgotten when the order ends, when
 * the consumer leaves for the processor's page, and when the page unmounts the card form.
 */
export function keepInput(fields: readonly CardField[], { submission, signal }: RendererContext): void {
  const { progress } = submission.parts;
  const typed = replaced.get(progress);
  const forget = () => replaced.delete(progress);
  forget();
  for (const [at, field] of fields.entries()) field.type(typed?.[at] ?? '');
  signal.addEventListener('abort', () => {
    const superseded: SupersededError['kind'] = 'superseded';
    if (signal.reason?.kind !== superseded) return;
    replaced.set(
      progress,
      fields.map(({ input }) => input.value),
    );
    progress.follow(({ phase }) => (progress.ended || phase === 'redirecting') && forget());
  });
}
