import type { PageTexts } from './page-texts.ts';

export const turkish: PageTexts = {
  badge: 'Test ödeme kuruluşu – gerçek para yok',
  footer: 'Bu sayfa, dışarıdaki bir ödeme kuruluşunun rolünü oynar. Hiçbir tutar çekilmez.',
  challenge: {
    heading: 'Siz olduğunuzu onaylayın',
    explanation:
      'Bankanız bu kart ödemesini doğrulamanızı istiyor (3-D Secure). Nasıl sonuçlanacağına burada siz karar verirsiniz.',
    approve: 'Onayla',
    fail: 'Doğrulamayı başarısız yap',
  },
  wallet: {
    explanation: 'Test cüzdanınızdan ödeyin ya da başarısız bir ödeme görmek için reddedin.',
    refuse: 'Reddet',
  },
  bank: { explanation: 'Test hesabınızdan bu havaleyi onaylayın ya da iptal edin.', cancel: 'İptal et' },
  voucher: {
    heading: 'Parayı bankanızdan havale edin',
    explanation:
      'Havalenizin tanınması için tam olarak bu referansı kullanın. Bu sayfadan ayrılabilirsiniz: para ulaştığında mağazaya bildirilir.',
    partlyPaid: '{amount} ulaştı. Lütfen kalanını havale edin.',
    recipient: 'Alıcı',
    transferReference: 'Ödeme referansı',
    amount: 'Tutar',
    until: 'Son ödeme',
    copy: 'Kopyala',
    copied: 'Kopyalandı.',
    cancel: 'İptal et ve başka yolla öde',
    testBank: 'Denemek için: test bankasını aç',
    standing: {
      paid: 'Havale ulaştı: ödendi',
      cancelled: 'Bu havale iptal edildi',
      expired: 'Bu havalenin süresi doldu',
    },
    moneyGoesBack: 'Lütfen artık havale yapmayın. Ulaşan para size geri gönderilir.',
  },
  pay: '{amount} öde',
  returnsTo: 'Dönüş adresi',
  reference: 'Referans',
  card: 'Kart',
  standing: {
    created: 'Bu ödeme kartını bekliyor',
    requires_action: 'Bu ödeme 3-D Secure bekliyor',
    processing: 'Bu ödeme işleniyor',
    succeeded: 'Bu ödeme sonuçlandı: ödendi',
    failed: 'Bu ödeme sonuçlandı: başarısız',
    cancelled: 'Bu ödeme sonuçlandı: iptal edildi',
  },
  backToShop: 'Mağazaya dön',
  unknownLink: {
    title: 'Bilinmeyen bağlantı',
    heading: 'Bu bağlantı hiçbir ödemeye gitmiyor',
    explanation: 'Belki bir parçası eksiktir. Mağazaya dönün ve ödemeyi yeniden başlatın.',
  },
};
