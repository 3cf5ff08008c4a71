import type { LanguageCode } from '../i18n/languages.ts';

/**
 * The message in index.html that consumers see if the page's scripts do not run. The build writes it into the page in all
 * languages (build/unloaded-plugin.ts), because only a script could choose one.
 */
export const unloadedTexts: Readonly<Record<LanguageCode, string>> = {
  en: 'This payment page has not loaded. Please check your connection, allow JavaScript and reload the page, or open it again from the shop.',
  de: 'Diese Bezahlseite wurde nicht geladen. Bitte prüfen Sie Ihre Verbindung, lassen Sie JavaScript zu und laden Sie die Seite neu, oder öffnen Sie sie noch einmal aus dem Shop.',
  fr: 'Cette page de paiement n’est pas chargée. Vérifiez votre connexion, autorisez JavaScript et rechargez la page, ou ouvrez-la à nouveau depuis la boutique.',
  es: 'Esta página de pago no se ha cargado. Compruebe su conexión, permita JavaScript y vuelva a cargar la página, o ábrala de nuevo desde la tienda.',
  it: 'Questa pagina di pagamento non si è caricata. Controlli la connessione, consenta JavaScript e ricarichi la pagina, oppure la apra di nuovo dal negozio.',
  pt: 'Esta página de pagamento não foi carregada. Verifique a conexão, permita o JavaScript e recarregue a página, ou abra-a novamente a partir da loja.',
  nl: 'Deze betaalpagina is niet geladen. Controleer uw verbinding, sta JavaScript toe en laad de pagina opnieuw, of open hem opnieuw vanuit de winkel.',
  pl: 'Ta strona płatności nie została wczytana. Sprawdź połączenie, zezwól na JavaScript i odśwież stronę albo otwórz ją ponownie ze sklepu.',
  tr: 'Bu ödeme sayfası yüklenmedi. Bağlantınızı kontrol edin, JavaScript’e izin verin ve sayfayı yenileyin ya da mağazadan yeniden açın.',
  ja: 'お支払いページを読み込めていません。接続を確認し、JavaScriptを有効にしてページを再読み込みするか、ショップからもう一度開いてください。',
  zh: '付款页面未能加载。请检查网络连接，允许使用 JavaScript 并刷新页面，或从商店重新打开。',
  ko: '결제 페이지를 불러오지 못했습니다. 연결을 확인하고 JavaScript를 허용한 뒤 페이지를 새로 고치거나, 상점에서 다시 열어 주세요.',
  ar: 'لم يتم تحميل صفحة الدفع هذه. يُرجى التحقق من اتصالك والسماح بتشغيل JavaScript وإعادة تحميل الصفحة، أو فتحها مجددًا من المتجر.',
  he: 'דף התשלום הזה לא נטען. נא לבדוק את החיבור, לאפשר JavaScript ולטעון את הדף מחדש, או לפתוח אותו שוב מהחנות.',
};
