import type { PageTexts } from './page-texts.ts';

export const german: PageTexts = {
  badge: 'Testdienstleister – kein echtes Geld',
  footer: 'Diese Seite spielt die Rolle eines fremden Zahlungsdienstleisters. Es wird nichts abgebucht.',
  challenge: {
    heading: 'Bestätigen Sie, dass Sie es sind',
    explanation:
      'Ihre Bank bittet Sie, diese Kartenzahlung freizugeben (3-D Secure). Hier entscheiden Sie, wie das ausgeht.',
    approve: 'Freigeben',
    fail: 'Freigabe scheitern lassen',
  },
  wallet: {
    explanation:
      'Zahlen Sie aus Ihrer Testgeldbörse, oder lehnen Sie ab, um eine gescheiterte Zahlung zu sehen.',
    refuse: 'Ablehnen',
  },
  bank: {
    explanation: 'Geben Sie diese Überweisung von Ihrem Testkonto frei, oder brechen Sie sie ab.',
    cancel: 'Abbrechen',
  },
  voucher: {
    heading: 'Überweisen Sie das Geld von Ihrer Bank',
    explanation:
      'Verwenden Sie genau diesen Verwendungszweck, damit Ihre Überweisung erkannt wird. Sie können die Seite inzwischen verlassen: Der Shop erfährt, wenn das Geld angekommen ist.',
    partlyPaid: '{amount} ist angekommen. Bitte überweisen Sie den Rest.',
    recipient: 'Empfänger',
    transferReference: 'Verwendungszweck',
    amount: 'Betrag',
    until: 'Zahlbar bis',
    copy: 'Kopieren',
    copied: 'Kopiert.',
    cancel: 'Abbrechen und anders bezahlen',
    testBank: 'Zum Ausprobieren: Testbank öffnen',
    standing: {
      paid: 'Die Überweisung ist angekommen: bezahlt',
      cancelled: 'Diese Überweisung wurde abgebrochen',
      expired: 'Die Zeit für diese Überweisung ist abgelaufen',
    },
    moneyGoesBack: 'Bitte überweisen Sie nichts mehr. Geld, das angekommen ist, geht an Sie zurück.',
  },
  pay: '{amount} bezahlen',
  returnsTo: 'Zurück zu',
  reference: 'Referenz',
  card: 'Karte',
  standing: {
    created: 'Diese Zahlung wartet auf ihre Karte',
    requires_action: 'Diese Zahlung wartet auf 3-D Secure',
    processing: 'Diese Zahlung wird verarbeitet',
    succeeded: 'Diese Zahlung ist abgeschlossen: bezahlt',
    failed: 'Diese Zahlung ist abgeschlossen: gescheitert',
    cancelled: 'Diese Zahlung ist abgeschlossen: abgebrochen',
  },
  backToShop: 'Zurück zum Shop',
  unknownLink: {
    title: 'Unbekannter Link',
    heading: 'Dieser Link führt zu keiner Zahlung',
    explanation:
      'Vielleicht fehlt ein Teil davon. Gehen Sie zum Shop zurück und beginnen Sie die Zahlung neu.',
  },
};
