import type { PageTexts } from './page-texts.ts';

export const polish: PageTexts = {
  badge: 'Operator testowy – bez prawdziwych pieniędzy',
  footer: 'Ta strona odgrywa rolę zewnętrznego operatora płatności. Nic nie jest pobierane.',
  challenge: {
    heading: 'Potwierdź, że to Ty',
    explanation:
      'Twój bank prosi o uwierzytelnienie tej płatności kartą (3-D Secure). Tutaj decydujesz, jak to się skończy.',
    approve: 'Zatwierdź',
    fail: 'Odrzuć uwierzytelnienie',
  },
  wallet: {
    explanation: 'Zapłać z portfela testowego albo odmów, aby zobaczyć nieudaną płatność.',
    refuse: 'Odmów',
  },
  bank: { explanation: 'Zatwierdź ten przelew z konta testowego albo go anuluj.', cancel: 'Anuluj' },
  voucher: {
    heading: 'Przelej pieniądze ze swojego banku',
    explanation:
      'Użyj dokładnie tego tytułu, aby przelew został rozpoznany. Możesz opuścić tę stronę: sklep dowie się, gdy pieniądze nadejdą.',
    partlyPaid: 'Nadeszło {amount}. Przelej resztę.',
    recipient: 'Odbiorca',
    transferReference: 'Tytuł przelewu',
    amount: 'Kwota',
    until: 'Zapłać do',
    copy: 'Kopiuj',
    copied: 'Skopiowano.',
    cancel: 'Anuluj i zapłać inaczej',
    testBank: 'Na próbę: otwórz bank testowy',
    standing: {
      paid: 'Przelew nadszedł: zapłacono',
      cancelled: 'Ten przelew został anulowany',
      expired: 'Czas na ten przelew minął',
    },
    moneyGoesBack: 'Nie przelewaj już niczego. Pieniądze, które nadeszły, wrócą do Ciebie.',
  },
  pay: 'Zapłać {amount}',
  returnsTo: 'Powrót do',
  reference: 'Numer referencyjny',
  card: 'Karta',
  standing: {
    created: 'Ta płatność czeka na kartę',
    requires_action: 'Ta płatność czeka na 3-D Secure',
    processing: 'Ta płatność jest przetwarzana',
    succeeded: 'Ta płatność jest zakończona: opłacona',
    failed: 'Ta płatność jest zakończona: nieudana',
    cancelled: 'Ta płatność jest zakończona: anulowana',
  },
  backToShop: 'Wróć do sklepu',
  unknownLink: {
    title: 'Nieznany link',
    heading: 'Ten link nie prowadzi do żadnej płatności',
    explanation: 'Być może brakuje jego części. Wróć do sklepu i rozpocznij płatność od nowa.',
  },
};
