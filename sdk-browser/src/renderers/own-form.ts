import { drawCardForm } from './card-form.ts';
import { englishCardFormTexts } from './english-card-form-texts.ts';
import { keepInput } from './keep-input.ts';
import type { Renderer, RendererContext } from './renderer.ts';

/**
 * Renders the SDK's own card form in the page itself. Until the consumer submits, card data exists only in the form's three
 * inputs. While the page shows another method's form, the typed data is kept in memory (keep-input.ts).
 */
export function createRenderer(context: RendererContext): Renderer {
  const { form, attempt, submission, appearance, texts, emit } = context;
  const words = { ...englishCardFormTexts, ...texts };
  const cardForm = drawCardForm(form, {
    cardBrands: attempt.cardBrands,
    texts: words,
    variables: appearance.variables ?? {},
    emit,
  });
  keepInput(cardForm.fields, context);
  const [, expiry, securityCode] = cardForm.fields;

  return {
    async pay() {
      const card = cardForm.read();
      if (!card) return { status: 'invalid' };
      cardForm.setReadOnly(true);
      return submission
        .payByService('OWN_FORM', (payment) => submission.parts.api.submit({ ...payment, card }))
        .finally(() => cardForm.setReadOnly(false));
    },
    clear: cardForm.clear,
    fields: cardForm.fields,
    declined(field) {
      if (field === 'expiry') expiry.show(words.expiryPast);
      else securityCode.show(words.securityCodeWrong ?? words.securityCodeMissing);
      cardForm.report();
    },
  };
}
