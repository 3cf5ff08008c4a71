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
