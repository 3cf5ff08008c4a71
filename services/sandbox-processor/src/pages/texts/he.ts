import type { PageTexts } from './page-texts.ts';

export const hebrew: PageTexts = {
  badge: 'חברת סליקה לבדיקות — ללא כסף אמיתי',
  footer: 'דף זה ממלא תפקיד של חברת סליקה חיצונית. לא מתבצע חיוב.',
  challenge: {
    heading: 'יש לאשר שזה אכן אתם',
    explanation:
      'הבנק שלכם מבקש לאמת את התשלום בכרטיס (\u20683-D Secure\u2069). כאן אתם מחליטים כיצד זה יסתיים.',
    approve: 'אישור',
    fail: 'הכשלת האימות',
  },
  wallet: { explanation: 'אפשר לשלם מארנק הבדיקות, או לסרב כדי לראות תשלום שנכשל.', refuse: 'סירוב' },
  bank: { explanation: 'אפשר לאשר את ההעברה מחשבון הבדיקות, או לבטל אותה.', cancel: 'ביטול' },
  voucher: {
    heading: 'יש להעביר את הכסף מהבנק שלכם',
    explanation:
      'יש להשתמש בדיוק באסמכתה הזו, כדי שההעברה תזוהה. אפשר לעזוב את הדף: החנות תקבל הודעה כשהכסף יגיע.',
    partlyPaid: '{amount} הגיעו. נא להעביר את היתרה.',
    recipient: 'מוטב',
    transferReference: 'אסמכתה לתשלום',
    amount: 'סכום',
    until: 'לתשלום עד',
    copy: 'העתקה',
    copied: 'הועתק.',
    cancel: 'ביטול ותשלום בדרך אחרת',
    testBank: 'לניסיון: פתיחת בנק הבדיקות',
    standing: {
      paid: 'ההעברה הגיעה: שולם',
      cancelled: 'ההעברה הזו בוטלה',
      expired: 'הזמן להעברה הזו הסתיים',
    },
    moneyGoesBack: 'נא לא להעביר עוד כסף. כסף שהגיע יוחזר אליכם.',
  },
  pay: 'תשלום {amount}',
  returnsTo: 'חזרה אל',
  reference: 'אסמכתה',
  card: 'כרטיס',
  standing: {
    created: 'התשלום ממתין לכרטיס',
    requires_action: 'התשלום ממתין ל־\u20683-D Secure\u2069',
    processing: 'התשלום בעיבוד',
    succeeded: 'התשלום הסתיים: שולם',
    failed: 'התשלום הסתיים: נכשל',
    cancelled: 'התשלום הסתיים: בוטל',
  },
  backToShop: 'חזרה לחנות',
  unknownLink: {
    title: 'קישור לא מוכר',
    heading: 'הקישור אינו מוביל לתשלום',
    explanation: 'ייתכן שחלק ממנו חסר. יש לחזור לחנות ולהתחיל את התשלום מחדש.',
  },
};
