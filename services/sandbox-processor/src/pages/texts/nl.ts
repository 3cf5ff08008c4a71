import type { PageTexts } from './page-texts.ts';

export const dutch: PageTexts = {
  badge: 'Testbetaaldienst – geen echt geld',
  footer: 'Deze pagina speelt de rol van een externe betaaldienst. Er wordt niets afgeschreven.',
  challenge: {
    heading: 'Bevestig dat u het bent',
    explanation:
      'Uw bank vraagt u deze kaartbetaling te bevestigen (3-D Secure). Hier bepaalt u hoe dat afloopt.',
    approve: 'Goedkeuren',
    fail: 'Bevestiging laten mislukken',
  },
  wallet: {
    explanation: 'Betaal uit uw testportemonnee, of weiger om een mislukte betaling te zien.',
    refuse: 'Weigeren',
  },
  bank: {
    explanation: 'Keur deze overschrijving van uw testrekening goed, of annuleer haar.',
    cancel: 'Annuleren',
  },
  voucher: {
    heading: 'Maak het geld over vanaf uw bank',
    explanation:
      'Gebruik precies dit betalingskenmerk, zodat uw overboeking wordt herkend. U kunt deze pagina verlaten: de winkel krijgt bericht zodra het geld er is.',
    partlyPaid: '{amount} is ontvangen. Maak de rest nog over.',
    recipient: 'Ontvanger',
    transferReference: 'Betalingskenmerk',
    amount: 'Bedrag',
    until: 'Betalen vóór',
    copy: 'Kopiëren',
    copied: 'Gekopieerd.',
    cancel: 'Annuleren en anders betalen',
    testBank: 'Om te proberen: open de testbank',
    standing: {
      paid: 'De overboeking is ontvangen: betaald',
      cancelled: 'Deze overboeking is geannuleerd',
      expired: 'De tijd voor deze overboeking is voorbij',
    },
    moneyGoesBack: 'Maak niets meer over. Geld dat is ontvangen, gaat naar u terug.',
  },
  pay: '{amount} betalen',
  returnsTo: 'Terug naar',
  reference: 'Referentie',
  card: 'Kaart',
  standing: {
    created: 'Deze betaling wacht op haar kaart',
    requires_action: 'Deze betaling wacht op 3-D Secure',
    processing: 'Deze betaling wordt verwerkt',
    succeeded: 'Deze betaling is afgerond: betaald',
    failed: 'Deze betaling is afgerond: mislukt',
    cancelled: 'Deze betaling is afgerond: geannuleerd',
  },
  backToShop: 'Terug naar de winkel',
  unknownLink: {
    title: 'Onbekende link',
    heading: 'Deze link leidt naar geen betaling',
    explanation: 'Misschien ontbreekt er een deel. Ga terug naar de winkel en begin de betaling opnieuw.',
  },
};
