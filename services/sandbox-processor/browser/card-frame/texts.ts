/**
 * What can be wrong with the content of a card field. The library passes these codes on to the shop, so they are the codes of
 * Stripe's validation errors.
 */
export type ProblemCode =
  | 'incomplete_number'
  | 'invalid_number'
  | 'incomplete_expiry'
  | 'invalid_expiry_past'
  | 'incomplete_cvc';

export interface Texts {
  /** The frame's name for screen readers. */
  readonly title: string;
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly expiryHint: string;
  readonly problems: Readonly<Record<ProblemCode, string>>;
  readonly unreachable: string;
  readonly refused: string;
  readonly challengeTitle: string;
  readonly challengeLeave: string;
  readonly wallet: WalletTexts;
}

/** The texts of the wallet's sheet. */
export interface WalletTexts {
  /** The button; `{amount}` stands for the amount. */
  readonly pay: string;
  readonly cancel: string;
  /** What a payment with the card causes. */
  readonly succeeds: string;
  readonly declined: string;
  readonly choose: string;
}

export interface Language {
  /** BCP 47. */
  readonly code: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: Texts;
}

const english: Texts = {
  title: 'Card details',
  number: 'Card number',
  expiry: 'Expiry date',
  cvc: 'Security code',
  expiryHint: 'MM / YY',
  problems: {
    incomplete_number: 'Enter the full card number.',
    invalid_number: 'This card number is not valid. Check its digits.',
    incomplete_expiry: 'Enter month and year.',
    invalid_expiry_past: 'This card has expired.',
    incomplete_cvc: 'Enter the security code.',
  },
  unreachable: 'The payment processor did not answer.',
  refused: 'The payment processor refused the call.',
  challengeTitle: 'Confirm with your bank',
  challengeLeave: 'Open on a separate page',
  wallet: {
    pay: 'Pay {amount}',
    cancel: 'Cancel',
    succeeds: 'Succeeds',
    declined: 'Declined',
    choose: 'Choose a card',
  },
};

const texts: Readonly<Record<string, Texts>> = {
  en: english,
  de: {
    title: 'Kartendaten',
    number: 'Kartennummer',
    expiry: 'Gültig bis',
    cvc: 'Prüfnummer',
    expiryHint: 'MM / JJ',
    problems: {
      incomplete_number: 'Geben Sie die ganze Kartennummer ein.',
      invalid_number: 'Diese Kartennummer ist ungültig. Prüfen Sie die Ziffern.',
      incomplete_expiry: 'Geben Sie Monat und Jahr ein.',
      invalid_expiry_past: 'Diese Karte ist abgelaufen.',
      incomplete_cvc: 'Geben Sie die Prüfnummer ein.',
    },
    unreachable: 'Der Zahlungsdienstleister hat nicht geantwortet.',
    refused: 'Der Zahlungsdienstleister hat die Anfrage abgelehnt.',
    challengeTitle: 'Bei Ihrer Bank bestätigen',
    challengeLeave: 'Auf eigener Seite öffnen',
    wallet: {
      pay: '{amount} zahlen',
      cancel: 'Abbrechen',
      succeeds: 'Erfolgreich',
      declined: 'Abgelehnt',
      choose: 'Karte wählen',
    },
  },
  fr: {
    title: 'Données de la carte',
    number: 'Numéro de carte',
    expiry: 'Date d’expiration',
    cvc: 'Code de sécurité',
    expiryHint: 'MM / AA',
    problems: {
      incomplete_number: 'Saisissez le numéro de carte complet.',
      invalid_number: 'Ce numéro de carte n’est pas valide. Vérifiez les chiffres.',
      incomplete_expiry: 'Saisissez le mois et l’année.',
      invalid_expiry_past: 'Cette carte a expiré.',
      incomplete_cvc: 'Saisissez le code de sécurité.',
    },
    unreachable: 'Le prestataire de paiement n’a pas répondu.',
    refused: 'Le prestataire de paiement a refusé la demande.',
    challengeTitle: 'Confirmez auprès de votre banque',
    challengeLeave: 'Ouvrir sur sa propre page',
    wallet: {
      pay: 'Payer {amount}',
      cancel: 'Annuler',
      succeeds: 'Accepté',
      declined: 'Refusé',
      choose: 'Choisir une carte',
    },
  },
  es: {
    title: 'Datos de la tarjeta',
    number: 'Número de tarjeta',
    expiry: 'Fecha de caducidad',
    cvc: 'Código de seguridad',
    expiryHint: 'MM / AA',
    problems: {
      incomplete_number: 'Introduzca el número de tarjeta completo.',
      invalid_number: 'Este número de tarjeta no es válido. Revise los dígitos.',
      incomplete_expiry: 'Introduzca el mes y el año.',
      invalid_expiry_past: 'Esta tarjeta ha caducado.',
      incomplete_cvc: 'Introduzca el código de seguridad.',
    },
    unreachable: 'El procesador de pagos no ha respondido.',
    refused: 'El procesador de pagos ha rechazado la solicitud.',
    challengeTitle: 'Confirme con su banco',
    challengeLeave: 'Abrir en una página propia',
    wallet: {
      pay: 'Pagar {amount}',
      cancel: 'Cancelar',
      succeeds: 'Aceptado',
      declined: 'Rechazado',
      choose: 'Elige una tarjeta',
    },
  },
  it: {
    title: 'Dati della carta',
    number: 'Numero della carta',
    expiry: 'Data di scadenza',
    cvc: 'Codice di sicurezza',
    expiryHint: 'MM / AA',
    problems: {
      incomplete_number: 'Inserisci il numero completo della carta.',
      invalid_number: 'Questo numero di carta non è valido. Controlla le cifre.',
      incomplete_expiry: 'Inserisci mese e anno.',
      invalid_expiry_past: 'Questa carta è scaduta.',
      incomplete_cvc: 'Inserisci il codice di sicurezza.',
    },
    unreachable: 'Il gestore dei pagamenti non ha risposto.',
    refused: 'Il gestore dei pagamenti ha rifiutato la richiesta.',
    challengeTitle: 'Conferma con la tua banca',
    challengeLeave: 'Apri in una pagina a sé',
    wallet: {
      pay: 'Paga {amount}',
      cancel: 'Annulla',
      succeeds: 'Accettato',
      declined: 'Rifiutato',
      choose: 'Scegli una carta',
    },
  },
  pt: {
    title: 'Dados do cartão',
    number: 'Número do cartão',
    expiry: 'Data de validade',
    cvc: 'Código de segurança',
    expiryHint: 'MM / AA',
    problems: {
      incomplete_number: 'Introduza o número completo do cartão.',
      invalid_number: 'Este número de cartão não é válido. Verifique os dígitos.',
      incomplete_expiry: 'Introduza o mês e o ano.',
      invalid_expiry_past: 'Este cartão expirou.',
      incomplete_cvc: 'Introduza o código de segurança.',
    },
    unreachable: 'O processador de pagamentos não respondeu.',
    refused: 'O processador de pagamentos recusou o pedido.',
    challengeTitle: 'Confirme junto do seu banco',
    challengeLeave: 'Abrir numa página própria',
    wallet: {
      pay: 'Pagar {amount}',
      cancel: 'Cancelar',
      succeeds: 'Aprovado',
      declined: 'Recusado',
      choose: 'Escolha um cartão',
    },
  },
  nl: {
    title: 'Kaartgegevens',
    number: 'Kaartnummer',
    expiry: 'Vervaldatum',
    cvc: 'Beveiligingscode',
    expiryHint: 'MM / JJ',
    problems: {
      incomplete_number: 'Voer het volledige kaartnummer in.',
      invalid_number: 'Dit kaartnummer is ongeldig. Controleer de cijfers.',
      incomplete_expiry: 'Voer maand en jaar in.',
      invalid_expiry_past: 'Deze kaart is verlopen.',
      incomplete_cvc: 'Voer de beveiligingscode in.',
    },
    unreachable: 'De betaaldienst heeft niet geantwoord.',
    refused: 'De betaaldienst heeft het verzoek geweigerd.',
    challengeTitle: 'Bevestig bij uw bank',
    challengeLeave: 'Op een eigen pagina openen',
    wallet: {
      pay: '{amount} betalen',
      cancel: 'Annuleren',
      succeeds: 'Geslaagd',
      declined: 'Geweigerd',
      choose: 'Kies een kaart',
    },
  },
  pl: {
    title: 'Dane karty',
    number: 'Numer karty',
    expiry: 'Data ważności',
    cvc: 'Kod zabezpieczający',
    expiryHint: 'MM / RR',
    problems: {
      incomplete_number: 'Podaj pełny numer karty.',
      invalid_number: 'Ten numer karty jest nieprawidłowy. Sprawdź cyfry.',
      incomplete_expiry: 'Podaj miesiąc i rok.',
      invalid_expiry_past: 'Ta karta straciła ważność.',
      incomplete_cvc: 'Podaj kod zabezpieczający.',
    },
    unreachable: 'Operator płatności nie odpowiedział.',
    refused: 'Operator płatności odrzucił żądanie.',
    challengeTitle: 'Potwierdź w swoim banku',
    challengeLeave: 'Otwórz na osobnej stronie',
    wallet: {
      pay: 'Zapłać {amount}',
      cancel: 'Anuluj',
      succeeds: 'Przyjęta',
      declined: 'Odrzucona',
      choose: 'Wybierz kartę',
    },
  },
  tr: {
    title: 'Kart bilgileri',
    number: 'Kart numarası',
    expiry: 'Son kullanma tarihi',
    cvc: 'Güvenlik kodu',
    expiryHint: 'AA / YY',
    problems: {
      incomplete_number: 'Kart numarasının tamamını girin.',
      invalid_number: 'Bu kart numarası geçerli değil. Rakamları kontrol edin.',
      incomplete_expiry: 'Ay ve yılı girin.',
      invalid_expiry_past: 'Bu kartın süresi dolmuş.',
      incomplete_cvc: 'Güvenlik kodunu girin.',
    },
    unreachable: 'Ödeme kuruluşu yanıt vermedi.',
    refused: 'Ödeme kuruluşu isteği reddetti.',
    challengeTitle: 'Bankanızla onaylayın',
    challengeLeave: 'Kendi sayfasında aç',
    wallet: {
      pay: '{amount} öde',
      cancel: 'İptal',
      succeeds: 'Onaylanır',
      declined: 'Reddedilir',
      choose: 'Bir kart seçin',
    },
  },
  ja: {
    title: 'カード情報',
    number: 'カード番号',
    expiry: '有効期限',
    cvc: 'セキュリティコード',
    expiryHint: '月 / 年',
    problems: {
      incomplete_number: 'カード番号をすべて入力してください。',
      invalid_number: 'このカード番号は正しくありません。数字をご確認ください。',
      incomplete_expiry: '月と年を入力してください。',
      invalid_expiry_past: 'このカードは有効期限が切れています。',
      incomplete_cvc: 'セキュリティコードを入力してください。',
    },
    unreachable: '決済会社から応答がありませんでした。',
    refused: '決済会社がリクエストを拒否しました。',
    challengeTitle: 'カード会社で本人確認',
    challengeLeave: '専用ページで開く',
    wallet: {
      pay: '{amount}を支払う',
      cancel: 'キャンセル',
      succeeds: '承認',
      declined: '拒否',
      choose: 'カードを選択',
    },
  },
  zh: {
    title: '银行卡信息',
    number: '卡号',
    expiry: '有效期',
    cvc: '安全码',
    expiryHint: '月 / 年',
    problems: {
      incomplete_number: '请输入完整的卡号。',
      invalid_number: '卡号无效，请核对数字。',
      incomplete_expiry: '请输入月份和年份。',
      invalid_expiry_past: '此卡已过期。',
      incomplete_cvc: '请输入安全码。',
    },
    unreachable: '支付机构没有响应。',
    refused: '支付机构拒绝了请求。',
    challengeTitle: '请在您的银行确认',
    challengeLeave: '在单独页面中打开',
    wallet: {
      pay: '支付 {amount}',
      cancel: '取消',
      succeeds: '成功',
      declined: '被拒绝',
      choose: '选择银行卡',
    },
  },
  ko: {
    title: '카드 정보',
    number: '카드 번호',
    expiry: '유효기간',
    cvc: '보안 코드',
    expiryHint: '월 / 년',
    problems: {
      incomplete_number: '카드 번호를 모두 입력하세요.',
      invalid_number: '카드 번호가 올바르지 않습니다. 숫자를 확인하세요.',
      incomplete_expiry: '월과 연도를 입력하세요.',
      invalid_expiry_past: '유효기간이 지난 카드입니다.',
      incomplete_cvc: '보안 코드를 입력하세요.',
    },
    unreachable: '결제 처리 업체가 응답하지 않았습니다.',
    refused: '결제 처리 업체가 요청을 거부했습니다.',
    challengeTitle: '은행에서 본인 확인',
    challengeLeave: '별도 페이지에서 열기',
    wallet: {
      pay: '{amount} 결제',
      cancel: '취소',
      succeeds: '승인',
      declined: '거절',
      choose: '카드 선택',
    },
  },
  ar: {
    title: 'بيانات البطاقة',
    number: 'رقم البطاقة',
    expiry: 'تاريخ الانتهاء',
    cvc: 'رمز الأمان',
    expiryHint: 'MM / YY',
    problems: {
      incomplete_number: 'أدخل رقم البطاقة كاملاً.',
      invalid_number: 'رقم البطاقة غير صحيح. تحقق من الأرقام.',
      incomplete_expiry: 'أدخل الشهر والسنة.',
      invalid_expiry_past: 'انتهت صلاحية هذه البطاقة.',
      incomplete_cvc: 'أدخل رمز الأمان.',
    },
    unreachable: 'لم تستجب شركة معالجة الدفع.',
    refused: 'رفضت شركة معالجة الدفع الطلب.',
    challengeTitle: 'أكّد لدى مصرفك',
    challengeLeave: 'افتح في صفحة مستقلة',
    wallet: {
      pay: 'ادفع {amount}',
      cancel: 'إلغاء',
      succeeds: 'ناجحة',
      declined: 'مرفوضة',
      choose: 'اختر بطاقة',
    },
  },
  he: {
    title: 'פרטי הכרטיס',
    number: 'מספר הכרטיס',
    expiry: 'תוקף',
    cvc: 'קוד אבטחה',
    expiryHint: 'MM / YY',
    problems: {
      incomplete_number: 'יש להזין את מספר הכרטיס המלא.',
      invalid_number: 'מספר הכרטיס אינו תקין. יש לבדוק את הספרות.',
      incomplete_expiry: 'יש להזין חודש ושנה.',
      invalid_expiry_past: 'תוקף הכרטיס פג.',
      incomplete_cvc: 'יש להזין את קוד האבטחה.',
    },
    unreachable: 'חברת הסליקה לא השיבה.',
    refused: 'חברת הסליקה דחתה את הבקשה.',
    challengeTitle: 'אישור מול הבנק',
    challengeLeave: 'פתיחה בדף נפרד',
    wallet: {
      pay: 'תשלום {amount}',
      cancel: 'ביטול',
      succeeds: 'מצליח',
      declined: 'נדחה',
      choose: 'בחירת כרטיס',
    },
  },
};

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'he']);

/**
 * Returns the language of the card form for a BCP 47 tag; `auto` means the browser's languages. If no texts exist in the
 * language, English is used.
 */
export function languageOf(locale: string): Language {
  const wanted = locale === 'auto' ? navigator.languages : [locale];
  for (const tag of wanted) {
    const code = tag.toLowerCase().split(/[-_]/)[0] ?? '';
    const known = Object.hasOwn(texts, code) ? texts[code] : undefined;
    if (known) return { code, direction: rightToLeft.has(code) ? 'rtl' : 'ltr', texts: known };
  }
  return { code: 'en', direction: 'ltr', texts: english };
}
