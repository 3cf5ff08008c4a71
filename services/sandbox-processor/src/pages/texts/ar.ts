import type { PageTexts } from './page-texts.ts';

export const arabic: PageTexts = {
  badge: 'معالج دفع تجريبي — بلا أموال حقيقية',
  footer: 'تؤدي هذه الصفحة دور شركة خارجية لمعالجة الدفع. لا يُخصم أي مبلغ.',
  challenge: {
    heading: 'أكّد أنك أنت',
    explanation: 'يطلب منك مصرفك توثيق هذا الدفع بالبطاقة (\u20683-D Secure\u2069). هنا تقرر كيف ينتهي ذلك.',
    approve: 'موافقة',
    fail: 'إفشال التوثيق',
  },
  wallet: { explanation: 'ادفع من محفظتك التجريبية، أو ارفض لترى عملية دفع فاشلة.', refuse: 'رفض' },
  bank: { explanation: 'وافق على هذا التحويل من حسابك التجريبي، أو ألغه.', cancel: 'إلغاء' },
  pay: 'ادفع {amount}',
  returnsTo: 'العودة إلى',
  reference: 'المرجع',
  card: 'البطاقة',
  standing: {
    created: 'تنتظر عملية الدفع هذه بطاقتها',
    requires_action: 'تنتظر عملية الدفع هذه \u20683-D Secure\u2069',
    processing: 'تجري معالجة عملية الدفع هذه',
    succeeded: 'انتهت عملية الدفع هذه: مدفوعة',
    failed: 'انتهت عملية الدفع هذه: فاشلة',
    cancelled: 'انتهت عملية الدفع هذه: ملغاة',
  },
  backToShop: 'العودة إلى المتجر',
  unknownLink: {
    title: 'رابط غير معروف',
    heading: 'لا يؤدي هذا الرابط إلى أي عملية دفع',
    explanation: 'ربما ينقص جزء منه. عُد إلى المتجر وابدأ الدفع من جديد.',
  },
};
