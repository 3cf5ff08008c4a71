import type { Messages } from './messages.ts';

/** In Turkish, the form of a suffix depends on how the name before it sounds. So in these texts names get no suffixes. */
export const messages: Messages = {
  checkout: 'Ödeme',
  pageTitle: (amount, merchant) => `${merchant} – ${amount} öde`,
  payTo: (merchant) => `Ödeme alan: ${merchant}`,
  total: 'Toplam',
  orderDetails: 'Sipariş ayrıntıları',
  quantity: (count, price) => `${count} × ${price}`,
  timeLeft: 'Ödeme için kalan süre',
  minutesLeft: (minutes) => `Ödeme için kalan dakika: ${minutes}.`,
  language: 'Dil',
  sandbox: 'Test ortamı – gerçek para yok',
  loading: 'Siparişiniz yükleniyor…',

  paymentMethod: 'Nasıl ödemek istersiniz?',
  methodNames: {
    card: 'Kart',
    card_element: 'Kart (öğe)',
    card_component: 'Kart (bileşen)',
    bank_transfer: 'Banka havalesi',
    bank_transfer_reference: 'Referanslı banka havalesi',
  },
  pay: (amount) => `${amount} öde`,
  continueWith: (method) => `Devam et: ${method}`,
  redirectExplained: (method) => `Bir sonraki sayfada (${method}) ödersiniz ve ardından buraya dönersiniz.`,
  notStored: 'Kart numaranız ve güvenlik kodunuz asla saklanmaz.',
  goesToProcessor: 'Kart bilgileriniz mağazaya değil, doğrudan ödeme kuruluşuna gider.',
  cancel: (merchant) => `İptal et ve geri dön: ${merchant}`,
  retry: 'Yeniden dene',

  paying: 'İşleniyor…',
  processingTitle: 'Ödemeniz işleniyor',
  processingText: 'Bu genellikle birkaç saniye sürer. Lütfen bu sayfayı açık tutun.',
  processingLong: (merchant) =>
    `Bu, her zamankinden uzun sürüyor. Bu sayfayı kapatabilirsiniz; sonuç satıcıya (${merchant}) her durumda bildirilir.`,
  awaitedTitle: 'Ödemeniz bekleniyor',
  awaitedText: (merchant) =>
    `Bir havalenin ulaşması zaman alabilir. Bu sayfayı kapatabilirsiniz; sonuç satıcıya (${merchant}) her durumda bildirilir.`,
  leavingTitle: 'Sonraki sayfaya yönlendiriliyorsunuz',
  leavingText: 'Ödemeyi orada onaylar ve ardından buraya dönersiniz.',
  openElsewhereText:
    'Sonraki adım ayrı bir pencerede açılır. Bu sayfayı açık tutun; kendiliğinden devam eder.',
  openElsewhere: 'Sonraki adımı aç',
  reconnecting: 'Bağlantı yok. Denemeye devam ediyoruz; sizden iki kez ücret alınmaz.',
  offline: 'Çevrimdışısınız. Girdiğiniz bilgiler burada kalır.',
  notFinished: 'Diğer sayfada henüz bitirmediniz mi?',
  finishThere: 'Lütfen orada devam edin. Bitirdiyseniz sonuç burada kendiliğinden görünür.',
  otherWay: 'Başka bir yolla öde',
  notCancelled: (until) =>
    `Ödeme henüz iptal edilemedi. Denemeye devam ediyoruz; sonuç en geç şu tarihte belli olur: ${until}.`,
  resultBy: (until) => `Sonuç en geç şu tarihte belli olur: ${until}.`,
  continueThere: 'Orada devam et',

  paidTitle: 'Ödeme başarılı',
  paidText: (amount, merchant) => `${amount} ödediniz. Alıcı: ${merchant}.`,
  alreadyPaidTitle: 'Bu siparişin ödemesi zaten yapılmış',
  alreadyPaidText: (merchant) => `Yapmanız gereken başka bir şey yok. Ödemeniz alındı: ${merchant}.`,
  backToShop: (merchant) => `Geri dön: ${merchant}`,
  returningIn: (seconds) => `${seconds} sn içinde otomatik olarak dönülecek`,
  stayHere: 'Burada kal',

  expiredTitle: 'Ödeme süresi doldu',
  expiredText:
    'Lütfen mağazada baştan başlayın. Az önce ödediyseniz mağaza bunu onaylar; geç gelen bir ödeme kendiliğinden iade edilir.',
  linkInvalidTitle: 'Bu ödeme bağlantısı burada çalışmıyor',
  linkInvalidText:
    'Eksik olabilir ya da başka bir tarayıcıda veya pencerede açılmış olabilir. Lütfen mağazadan yeniden açın.',
  unreachableTitle: 'Bağlantı yok',
  unreachableText: 'Siparişiniz yüklenemedi. Lütfen bağlantınızı kontrol edip yeniden deneyin.',

  notPaidTitle: 'Ödeme gerçekleşmedi',
  declined: {
    declined: 'Bankanız ödemeyi reddetti. Başka bir kart ya da yöntem kullanın veya bankanıza sorun.',
    insufficient_funds: 'Bakiye yetersiz. Başka bir kart ya da yöntem kullanın.',
    expired_card: 'Bu kartın süresi dolmuş. Başka bir kart kullanın.',
    incorrect_cvc: 'Güvenlik kodu doğru değil. Kontrol edip yeniden deneyin.',
    authentication_failed: 'Ödeme onaylanmadı. Yeniden deneyin ya da başka bir kart veya yöntem kullanın.',
    processing_error: 'Bankada bir sorun oluştu. Hiçbir tutar çekilmedi; lütfen yeniden deneyin.',
    try_another_method: 'Bu yöntem şu anda çalışmıyor. Lütfen başka birini seçin.',
    cancelled_by_consumer: 'Ödemeyi iptal ettiniz. Hiçbir tutar çekilmedi.',
    cancelled_at_processor: 'Ödeme diğer sayfada iptal edildi. Hiçbir tutar çekilmedi.',
  },
  notSent: 'Ödeme gönderilmedi ve hiçbir tutar çekilmedi. Lütfen yeniden deneyin.',
  continuedElsewhere:
    'Başka bir sekmede veya başka bir cihazda farklı bir ödeme yöntemi seçtiniz; buradan hiçbir şey gönderilmedi. Burada ödemek için düğmeye yeniden basın.',
  noConnection: 'Bağlantı yok. Ağınızı kontrol edip yeniden deneyin.',
  formFailed: 'Form yüklenemedi. Yeniden deneyin ya da başka bir yöntem seçin.',
  methodUnavailable: 'Bu yöntem şu anda kullanılamıyor. Lütfen başka birini seçin.',
  nothingAvailable: 'Şu anda ödeme yapılamıyor. Lütfen birazdan yeniden deneyin.',
  tooManyAttempts: 'Bu sipariş için çok fazla deneme yapıldı. Lütfen mağazada baştan başlayın.',
  lastMethod:
    'Bu sipariş için yeni deneme yapılamaz. Aşağıdaki yöntemle başlattığınız ödemeyi yine de tamamlayabilirsiniz.',
  tooFast: 'Bu biraz hızlı oldu. Lütfen kısa bir süre bekleyip yeniden deneyin.',
  unexpected: 'Bizim tarafımızda bir sorun oluştu. Lütfen yeniden deneyin.',
  reference: (requestId) => `Referans: ${requestId}`,

  challenge: {
    challengeTitle: 'Ödemeyi onaylayın',
    challengeOnPage: 'Tam sayfada devam et',
    challengeClose: 'Kapat',
  },

  cardForm: {
    number: 'Kart numarası',
    expiry: 'Son kullanma tarihi',
    expiryFormat: 'AA/YY',
    securityCode: 'Güvenlik kodu',
    numberMissing: 'Kart numarasını girin.',
    numberIncomplete: 'Kart numarası çok kısa.',
    numberInvalid: 'Kart numarasını kontrol edin: bir yazım hatası var.',
    brandNotAccepted: (brand) => `${brand} burada kabul edilmiyor. Başka bir kart kullanın.`,
    expiryMissing: 'Son kullanma tarihini girin.',
    expiryInvalid: 'Ay ve yılı karttaki gibi girin.',
    expiryPast: 'Bu kartın süresi dolmuş.',
    securityCodeMissing: 'Güvenlik kodunu girin.',
    securityCodeIncomplete: (digits) => `Güvenlik kodu ${digits} hanelidir.`,
  },
};
