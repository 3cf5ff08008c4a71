import type { LanguageCode } from '../i18n/languages.ts';

interface TestCardTexts {
  readonly title: string;
  readonly anyDate: string;
  readonly succeeds: string;
  readonly declined: string;
  readonly insufficientFunds: string;
  readonly threeDSecure: string;
  readonly late: string;
}

/** Apart from the other messages: who pays with real money needs none of them. */
export const testCardTexts: Readonly<Record<LanguageCode, TestCardTexts>> = {
  en: {
    title: 'Test cards',
    anyDate: 'With any date in the future and any security code.',
    succeeds: 'succeeds',
    declined: 'is declined',
    insufficientFunds: 'has insufficient funds',
    threeDSecure: 'asks for 3-D Secure',
    late: 'times out, succeeds later',
  },
  de: {
    title: 'Testkarten',
    anyDate: 'Mit einem Datum in der Zukunft und beliebiger Prüfnummer.',
    succeeds: 'gelingt',
    declined: 'wird abgelehnt',
    insufficientFunds: 'hat zu wenig Guthaben',
    threeDSecure: 'verlangt 3-D Secure',
    late: 'antwortet nicht, gelingt später',
  },
  fr: {
    title: 'Cartes de test',
    anyDate: 'Avec une date future et un code de sécurité quelconque.',
    succeeds: 'réussit',
    declined: 'est refusée',
    insufficientFunds: 'a un solde insuffisant',
    threeDSecure: 'demande 3-D Secure',
    late: 'ne répond pas, réussit plus tard',
  },
  es: {
    title: 'Tarjetas de prueba',
    anyDate: 'Con cualquier fecha futura y cualquier código de seguridad.',
    succeeds: 'funciona',
    declined: 'se rechaza',
    insufficientFunds: 'no tiene saldo suficiente',
    threeDSecure: 'pide 3-D Secure',
    late: 'no responde, funciona más tarde',
  },
  it: {
    title: 'Carte di prova',
    anyDate: 'Con una data futura e un codice di sicurezza qualsiasi.',
    succeeds: 'riesce',
    declined: 'viene rifiutata',
    insufficientFunds: 'non ha credito sufficiente',
    threeDSecure: 'richiede 3-D Secure',
    late: 'non risponde, riesce più tardi',
  },
  pt: {
    title: 'Cartões de teste',
    anyDate: 'Com qualquer data futura e qualquer código de segurança.',
    succeeds: 'funciona',
    declined: 'é recusado',
    insufficientFunds: 'não tem saldo suficiente',
    threeDSecure: 'pede 3-D Secure',
    late: 'não responde, funciona mais tarde',
  },
  nl: {
    title: 'Testkaarten',
    anyDate: 'Met een datum in de toekomst en een willekeurige beveiligingscode.',
    succeeds: 'slaagt',
    declined: 'wordt geweigerd',
    insufficientFunds: 'heeft te weinig saldo',
    threeDSecure: 'vraagt om 3-D Secure',
    late: 'antwoordt niet, slaagt later',
  },
  pl: {
    title: 'Karty testowe',
    anyDate: 'Z dowolną przyszłą datą i dowolnym kodem zabezpieczającym.',
    succeeds: 'płatność udana',
    declined: 'odmowa',
    insufficientFunds: 'brak środków',
    threeDSecure: 'wymaga 3-D Secure',
    late: 'brak odpowiedzi, udana później',
  },
  tr: {
    title: 'Test kartları',
    anyDate: 'Gelecekteki herhangi bir tarih ve herhangi bir güvenlik koduyla.',
    succeeds: 'başarılı olur',
    declined: 'reddedilir',
    insufficientFunds: 'bakiyesi yetersizdir',
    threeDSecure: '3-D Secure ister',
    late: 'yanıt vermez, sonradan başarılı olur',
  },
  ja: {
    title: 'テストカード',
    anyDate: '有効期限は将来の日付、セキュリティコードは任意です。',
    succeeds: '成功します',
    declined: '拒否されます',
    insufficientFunds: '残高不足になります',
    threeDSecure: '3-Dセキュアを求めます',
    late: '応答がなく、後で成功します',
  },
  zh: {
    title: '测试卡',
    anyDate: '有效期为任意未来日期，安全码任意。',
    succeeds: '付款成功',
    declined: '被拒绝',
    insufficientFunds: '余额不足',
    threeDSecure: '要求 3-D Secure 验证',
    late: '没有响应，稍后成功',
  },
  ko: {
    title: '테스트 카드',
    anyDate: '유효 기간은 미래의 아무 날짜, 보안 코드는 아무 번호나 입력하세요.',
    succeeds: '성공',
    declined: '거절',
    insufficientFunds: '잔액 부족',
    threeDSecure: '3-D Secure 요구',
    late: '응답 없음, 나중에 성공',
  },
  ar: {
    title: 'بطاقات تجريبية',
    anyDate: 'مع أي تاريخ في المستقبل وأي رمز أمان.',
    succeeds: 'تنجح',
    declined: 'تُرفض',
    insufficientFunds: 'رصيدها غير كافٍ',
    threeDSecure: 'تطلب التحقق الثلاثي (\u20683-D Secure\u2069)',
    late: 'تتأخر ثم تنجح لاحقًا',
  },
  he: {
    title: 'כרטיסי בדיקה',
    anyDate: 'עם כל תאריך עתידי וכל קוד אבטחה.',
    succeeds: 'מצליח',
    declined: 'נדחה',
    insufficientFunds: 'ללא יתרה מספיקה',
    threeDSecure: 'דורש אימות \u20683-D Secure\u2069',
    late: 'אינו עונה, מצליח מאוחר יותר',
  },
};
