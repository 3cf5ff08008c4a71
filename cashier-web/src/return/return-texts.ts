export interface ReturnTexts {
  readonly title: string;
  readonly goOn: string;
  readonly direction?: 'rtl';
}

/**
 * The few texts of the return page. They are part of the page, because it is visible only for a moment and loading a language
 * file would take too long.
 */
export const returnTexts: Readonly<Record<string, ReturnTexts>> = {
  en: { title: 'Going back to the checkout', goOn: 'Continue' },
  de: { title: 'Zurück zur Kasse', goOn: 'Weiter' },
  fr: { title: 'Retour au paiement', goOn: 'Continuer' },
  es: { title: 'Volviendo al pago', goOn: 'Continuar' },
  it: { title: 'Ritorno al pagamento', goOn: 'Continua' },
  pt: { title: 'Voltando ao pagamento', goOn: 'Continuar' },
  nl: { title: 'Terug naar de betaling', goOn: 'Doorgaan' },
  pl: { title: 'Powrót do płatności', goOn: 'Dalej' },
  tr: { title: 'Ödemeye dönülüyor', goOn: 'Devam et' },
  ja: { title: 'お支払いに戻ります', goOn: '続ける' },
  zh: { title: '正在返回付款页面', goOn: '继续' },
  ko: { title: '결제로 돌아갑니다', goOn: '계속' },
  ar: { title: 'جارٍ الرجوع إلى الدفع', goOn: 'متابعة', direction: 'rtl' },
  he: { title: 'חזרה לתשלום', goOn: 'להמשיך', direction: 'rtl' },
};

/**
 * The first of the browser's languages that these texts support. Like the cashier, it accepts `iw` for Hebrew, which some
 * browsers still use. The function is repeated here, because this page loads no other file.
 */
export function chooseReturnTexts(preferred: readonly string[]): ReturnTexts & { readonly language: string } {
  for (const tag of [...preferred, 'en']) {
    const primary = tag.split('-')[0]?.toLowerCase() ?? '';
    const language = primary === 'iw' ? 'he' : primary;
    const texts = returnTexts[language];
    if (texts) return { language, ...texts };
  }
  throw new Error('There are words for English.');
}
