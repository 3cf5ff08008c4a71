import type { Messages } from './messages.ts';

export const messages: Messages = {
  checkout: 'Płatność',
  pageTitle: (amount, merchant) => `Płatność ${amount} – ${merchant}`,
  payTo: (merchant) => `Płatność dla: ${merchant}`,
  total: 'Razem',
  orderDetails: 'Szczegóły zamówienia',
  quantity: (count, price) => `${count} × ${price}`,
  timeLeft: 'Pozostały czas na płatność',
  minutesLeft: (minutes) => `Czas na płatność w minutach: ${minutes}.`,
  language: 'Język',
  sandbox: 'Test – bez prawdziwych pieniędzy',
  loading: 'Wczytywanie zamówienia…',

  paymentMethod: 'Jak chcesz zapłacić?',
  methodNames: {
    card: 'Karta',
    card_element: 'Karta (element)',
    card_component: 'Karta (komponent)',
    bank_transfer: 'Przelew bankowy',
    bank_transfer_reference: 'Przelew z tytułem',
  },
  pay: (amount) => `Zapłać ${amount}`,
  continueWith: (method) => `Przejdź do: ${method}`,
  redirectExplained: (method) =>
    `Płatność odbywa się na następnej stronie (${method}), po czym wrócisz tutaj.`,
  notStored: 'Numer karty i kod zabezpieczający nigdy nie są zapisywane.',
  goesToProcessor: 'Dane karty trafiają bezpośrednio do operatora płatności, a nie do sklepu.',
  cancel: (merchant) => `Anuluj i wróć do: ${merchant}`,
  retry: 'Spróbuj ponownie',

  paying: 'Przetwarzanie…',
  processingTitle: 'Płatność jest przetwarzana',
  processingText: 'Zwykle trwa to kilka sekund. Nie zamykaj tej strony.',
  processingLong: (merchant) =>
    `Trwa to dłużej niż zwykle. Możesz zamknąć tę stronę – wynik i tak trafi do sprzedawcy (${merchant}).`,
  awaitedTitle: 'Czekamy na płatność',
  awaitedText: (merchant) =>
    `Przelew może iść przez pewien czas. Możesz zamknąć tę stronę – wynik i tak trafi do sprzedawcy (${merchant}).`,
  leavingTitle: 'Przechodzimy do następnej strony',
  leavingText: 'Potwierdzisz tam płatność, a potem wrócisz tutaj.',
  openElsewhereText:
    'Następny krok otworzy się w osobnym oknie. Nie zamykaj tej strony – sama przejdzie dalej.',
  openElsewhere: 'Otwórz następny krok',
  reconnecting: 'Brak połączenia. Próbujemy dalej; opłata nie zostanie pobrana dwukrotnie.',
  offline: 'Brak połączenia z internetem. Wpisane dane pozostają na stronie.',
  notFinished: 'Płatność na drugiej stronie nie została dokończona?',
  finishThere:
    'Dokończ płatność na tamtej stronie. Jeśli jest już dokończona, wynik pojawi się tutaj automatycznie.',
  otherWay: 'Zapłać inaczej',
  notCancelled: (until) =>
    `Nie udało się jeszcze anulować płatności. Próbujemy dalej; wynik będzie znany najpóźniej ${until}.`,
  resultBy: (until) => `Wynik będzie znany najpóźniej ${until}.`,
  continueThere: 'Wróć tam',

  paidTitle: 'Płatność zakończona powodzeniem',
  paidText: (amount, merchant) => `Zapłacono ${amount}. Odbiorca: ${merchant}.`,
  alreadyPaidTitle: 'To zamówienie jest już opłacone',
  alreadyPaidText: (merchant) => `Nie musisz nic więcej robić. Odbiorca (${merchant}) ma Twoją płatność.`,
  backToShop: (merchant) => `Wróć do: ${merchant}`,
  returningIn: (seconds) => `Automatyczny powrót za ${seconds} s`,
  stayHere: 'Zostań tutaj',

  expiredTitle: 'Czas na płatność minął',
  expiredText:
    'Zacznij od nowa w sklepie. Jeśli płatność właśnie została wykonana, sklep ją potwierdzi; spóźniona płatność zostanie zwrócona automatycznie.',
  linkInvalidTitle: 'Ten link do płatności tutaj nie działa',
  linkInvalidText:
    'Może być niepełny albo został otwarty w innej przeglądarce lub w innym oknie. Otwórz go ponownie ze sklepu.',
  unreachableTitle: 'Brak połączenia',
  unreachableText: 'Nie udało się wczytać zamówienia. Sprawdź połączenie i spróbuj ponownie.',

  notPaidTitle: 'Płatność nie doszła do skutku',
  declined: {
    declined: 'Bank odrzucił płatność. Użyj innej karty lub metody albo zapytaj w banku.',
    insufficient_funds: 'Brak wystarczających środków. Użyj innej karty lub metody.',
    expired_card: 'Ta karta straciła ważność. Użyj innej karty.',
    incorrect_cvc: 'Kod zabezpieczający jest nieprawidłowy. Sprawdź go i spróbuj ponownie.',
    authentication_failed:
      'Płatność nie została potwierdzona. Spróbuj ponownie albo użyj innej karty lub metody.',
    processing_error: 'Coś poszło nie tak w banku. Nic nie zostało pobrane; spróbuj ponownie.',
    try_another_method: 'Ta metoda w tej chwili nie działa. Wybierz inną.',
    cancelled_by_consumer: 'Płatność została przez Ciebie anulowana. Nic nie zostało pobrane.',
    cancelled_at_processor: 'Płatność anulowano na tamtej stronie. Nic nie zostało pobrane.',
  },
  notSent: 'Płatność nie została wysłana i nic nie zostało pobrane. Spróbuj ponownie.',
  continuedElsewhere:
    'Wybrano inny sposób płatności w innej karcie lub na innym urządzeniu, więc stąd nic nie wysłano. Aby zapłacić tutaj, naciśnij przycisk ponownie.',
  noConnection: 'Brak połączenia. Sprawdź sieć i spróbuj ponownie.',
  formFailed: 'Nie udało się wczytać formularza. Spróbuj ponownie lub wybierz inną metodę.',
  methodUnavailable: 'Ta metoda jest w tej chwili niedostępna. Wybierz inną.',
  nothingAvailable: 'Płatność nie jest w tej chwili możliwa. Spróbuj ponownie za chwilę.',
  tooManyAttempts: 'Zbyt wiele prób dla tego zamówienia. Zacznij od nowa w sklepie.',
  lastMethod:
    'Dla tego zamówienia nie można już podjąć kolejnych prób. Możesz jeszcze dokończyć próbę rozpoczętą metodą poniżej.',
  tooFast: 'To było trochę za szybko. Poczekaj chwilę i spróbuj ponownie.',
  unexpected: 'Coś poszło nie tak po naszej stronie. Spróbuj ponownie.',
  reference: (requestId) => `Numer zgłoszenia: ${requestId}`,

  challenge: {
    challengeTitle: 'Potwierdź płatność',
    challengeOnPage: 'Kontynuuj na pełnej stronie',
    challengeClose: 'Zamknij',
  },

  cardForm: {
    number: 'Numer karty',
    expiry: 'Data ważności',
    expiryFormat: 'MM/RR',
    securityCode: 'Kod zabezpieczający',
    numberMissing: 'Wpisz numer karty.',
    numberIncomplete: 'Numer karty jest za krótki.',
    numberInvalid: 'Sprawdź numer karty: zawiera literówkę.',
    brandNotAccepted: (brand) => `Karty ${brand} nie są tu przyjmowane. Użyj innej karty.`,
    expiryMissing: 'Wpisz datę ważności.',
    expiryInvalid: 'Wpisz miesiąc i rok tak jak na karcie.',
    expiryPast: 'Ta karta straciła ważność.',
    securityCodeMissing: 'Wpisz kod zabezpieczający.',
    securityCodeIncomplete: (digits) => `Kod zabezpieczający ma ${digits} cyfry.`,
  },
};
