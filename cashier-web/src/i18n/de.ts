import type { Messages } from './messages.ts';

export const messages: Messages = {
  checkout: 'Kasse',
  pageTitle: (amount, merchant) => `${amount} an ${merchant} zahlen`,
  payTo: (merchant) => `Zahlung an ${merchant}`,
  total: 'Gesamt',
  orderDetails: 'Bestellung ansehen',
  quantity: (count, price) => `${count} × ${price}`,
  timeLeft: 'Verbleibende Zeit',
  minutesLeft: (minutes) => `Verbleibende Minuten: ${minutes}.`,
  language: 'Sprache',
  sandbox: 'Testumgebung – kein echtes Geld',
  loading: 'Ihre Bestellung wird geladen …',

  paymentMethod: 'Wie möchten Sie zahlen?',
  methodNames: {
    card: 'Karte',
    card_element: 'Karte (Element)',
    card_component: 'Karte (Komponente)',
    bank_transfer: 'Überweisung',
    bank_transfer_reference: 'Überweisung mit Verwendungszweck',
  },
  pay: (amount) => `${amount} zahlen`,
  continueWith: (method) => `Weiter mit ${method}`,
  redirectExplained: (method) =>
    `Sie zahlen auf der nächsten Seite (${method}) und kommen danach hierher zurück.`,
  notStored: 'Kartennummer und Prüfnummer werden nie gespeichert.',
  goesToProcessor: 'Ihre Kartendaten gehen direkt an den Zahlungsdienstleister, nicht an den Shop.',
  cancel: (merchant) => `Abbrechen und zurück zu ${merchant}`,
  retry: 'Noch einmal versuchen',

  paying: 'Wird verarbeitet …',
  processingTitle: 'Ihre Zahlung wird bearbeitet',
  processingText: 'Das dauert meist nur ein paar Sekunden. Bitte lassen Sie diese Seite offen.',
  processingLong: (merchant) =>
    `Das dauert länger als sonst. Sie können diese Seite schließen: ${merchant} erfährt das Ergebnis auf jeden Fall.`,
  awaitedTitle: 'Wir warten auf Ihre Zahlung',
  awaitedText: (merchant) =>
    `Eine Überweisung kann eine Weile unterwegs sein. Sie können diese Seite schließen: ${merchant} erfährt das Ergebnis auf jeden Fall.`,
  leavingTitle: 'Sie werden weitergeleitet',
  leavingText: 'Sie bestätigen die Zahlung dort und kommen danach hierher zurück.',
  openElsewhereText:
    'Der nächste Schritt öffnet sich in einem eigenen Fenster. Lassen Sie diese Seite offen; hier geht es von selbst weiter.',
  openElsewhere: 'Nächsten Schritt öffnen',
  reconnecting: 'Keine Verbindung. Wir versuchen es weiter; es wird nicht doppelt abgebucht.',
  offline: 'Sie sind offline. Ihre Eingaben bleiben hier erhalten.',
  notFinished: 'Auf der anderen Seite noch nicht fertig?',
  finishThere: 'Bitte machen Sie dort weiter. Sind Sie schon fertig, erscheint das Ergebnis hier von selbst.',
  otherWay: 'Anders bezahlen',
  notCancelled: (until) =>
    `Die Zahlung ließ sich noch nicht abbrechen. Wir versuchen es weiter; das Ergebnis steht spätestens am ${until} fest.`,
  resultBy: (until) => `Das Ergebnis steht spätestens am ${until} fest.`,
  continueThere: 'Dort weitermachen',

  paidTitle: 'Zahlung erfolgreich',
  paidText: (amount, merchant) => `Sie haben ${amount} an ${merchant} gezahlt.`,
  alreadyPaidTitle: 'Diese Bestellung ist schon bezahlt',
  alreadyPaidText: (merchant) => `Es ist nichts weiter zu tun. ${merchant} hat Ihre Zahlung.`,
  backToShop: (merchant) => `Zurück zu ${merchant}`,
  returningIn: (seconds) => `Automatisch zurück in ${seconds} s`,
  stayHere: 'Hier bleiben',

  expiredTitle: 'Die Zeit zum Zahlen ist abgelaufen',
  expiredText:
    'Bitte beginnen Sie im Shop noch einmal. Haben Sie gerade gezahlt, bestätigt es der Shop; eine zu späte Zahlung wird von selbst erstattet.',
  linkInvalidTitle: 'Dieser Zahlungslink funktioniert hier nicht',
  linkInvalidText:
    'Der Link ist unvollständig oder wurde in einem anderen Browser oder Fenster geöffnet. Bitte öffnen Sie ihn noch einmal im Shop.',
  unreachableTitle: 'Keine Verbindung',
  unreachableText:
    'Ihre Bestellung konnte nicht geladen werden. Bitte prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',

  notPaidTitle: 'Die Zahlung hat nicht geklappt',
  declined: {
    declined:
      'Ihre Bank hat die Zahlung abgelehnt. Nehmen Sie eine andere Karte oder Zahlart, oder fragen Sie Ihre Bank.',
    insufficient_funds: 'Das Guthaben reicht nicht aus. Nehmen Sie eine andere Karte oder Zahlart.',
    expired_card: 'Diese Karte ist abgelaufen. Nehmen Sie eine andere Karte.',
    incorrect_cvc: 'Die Prüfnummer stimmt nicht. Bitte prüfen Sie sie.',
    authentication_failed:
      'Die Zahlung wurde nicht bestätigt. Versuchen Sie es noch einmal oder nehmen Sie eine andere Zahlart.',
    processing_error:
      'Bei der Bank ging etwas schief. Es wurde nichts abgebucht; bitte noch einmal versuchen.',
    try_another_method: 'Diese Zahlart funktioniert gerade nicht. Bitte wählen Sie eine andere.',
    cancelled_by_consumer: 'Sie haben die Zahlung abgebrochen. Es wurde nichts abgebucht.',
    cancelled_at_processor: 'Die Zahlung wurde auf der anderen Seite abgebrochen. Es wurde nichts abgebucht.',
  },
  notSent: 'Die Zahlung wurde nicht gesendet, nichts wurde abgebucht. Bitte versuchen Sie es noch einmal.',
  continuedElsewhere:
    'Sie haben in einem anderen Tab oder auf einem anderen Gerät eine andere Zahlungsart gewählt. Von hier wurde nichts gesendet. Um hier zu zahlen, drücken Sie die Schaltfläche erneut.',
  noConnection: 'Keine Verbindung. Bitte prüfen Sie Ihr Netz und versuchen Sie es noch einmal.',
  formFailed:
    'Das Formular konnte nicht geladen werden. Versuchen Sie es noch einmal oder wählen Sie eine andere Zahlart.',
  methodUnavailable: 'Diese Zahlart ist gerade nicht verfügbar. Bitte wählen Sie eine andere.',
  nothingAvailable: 'Im Moment kann nicht bezahlt werden. Bitte versuchen Sie es gleich noch einmal.',
  tooManyAttempts: 'Zu viele Versuche für diese Bestellung. Bitte beginnen Sie im Shop noch einmal.',
  lastMethod:
    'Für diese Bestellung sind keine neuen Versuche mehr möglich. Die unten begonnene Zahlung können Sie noch abschließen.',
  tooFast: 'Das ging etwas schnell. Bitte warten Sie kurz und versuchen Sie es noch einmal.',
  unexpected: 'Bei uns ging etwas schief. Bitte versuchen Sie es noch einmal.',
  reference: (requestId) => `Kennung: ${requestId}`,

  challenge: {
    challengeTitle: 'Zahlung bestätigen',
    challengeOnPage: 'Auf ganzer Seite fortfahren',
    challengeClose: 'Schließen',
  },

  cardForm: {
    number: 'Kartennummer',
    expiry: 'Gültig bis',
    expiryFormat: 'MM/JJ',
    securityCode: 'Prüfnummer',
    numberMissing: 'Geben Sie die Kartennummer ein.',
    numberIncomplete: 'Die Kartennummer ist zu kurz.',
    numberInvalid: 'Prüfen Sie die Kartennummer: sie enthält einen Tippfehler.',
    brandNotAccepted: (brand) => `${brand} wird hier nicht angenommen. Nehmen Sie eine andere Karte.`,
    expiryMissing: 'Geben Sie das Ablaufdatum ein.',
    expiryInvalid: 'Geben Sie Monat und Jahr wie auf der Karte ein.',
    expiryPast: 'Diese Karte ist abgelaufen.',
    securityCodeMissing: 'Geben Sie die Prüfnummer ein.',
    securityCodeIncomplete: (digits) => `Die Prüfnummer hat ${digits} Ziffern.`,
  },
};
