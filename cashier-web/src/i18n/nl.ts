import type { Messages } from './messages.ts';

export const messages: Messages = {
  checkout: 'Afrekenen',
  pageTitle: (amount, merchant) => `${amount} betalen aan ${merchant}`,
  payTo: (merchant) => `Betaling aan ${merchant}`,
  total: 'Totaal',
  orderDetails: 'Bestelling bekijken',
  quantity: (count, price) => `${count} × ${price}`,
  timeLeft: 'Resterende tijd',
  minutesLeft: (minutes) => `Resterende minuten: ${minutes}.`,
  language: 'Taal',
  sandbox: 'Testomgeving – geen echt geld',
  loading: 'Uw bestelling wordt geladen…',

  paymentMethod: 'Hoe wilt u betalen?',
  methodNames: {
    card: 'Kaart',
    card_element: 'Kaart (element)',
    card_component: 'Kaart (component)',
    bank_transfer: 'Overschrijving',
    bank_transfer_reference: 'Overboeking met kenmerk',
  },
  pay: (amount) => `${amount} betalen`,
  continueWith: (method) => `Verder met ${method}`,
  redirectExplained: (method) => `U betaalt op de volgende pagina (${method}) en komt daarna hier terug.`,
  notStored: 'Uw kaartnummer en beveiligingscode worden nooit opgeslagen.',
  goesToProcessor: 'Uw kaartgegevens gaan rechtstreeks naar de betaaldienst, niet naar de winkel.',
  cancel: (merchant) => `Annuleren en terug naar ${merchant}`,
  retry: 'Opnieuw proberen',

  paying: 'Wordt verwerkt…',
  processingTitle: 'Uw betaling wordt verwerkt',
  processingText: 'Dit duurt meestal een paar seconden. Houd deze pagina open.',
  processingLong: (merchant) =>
    `Dit duurt langer dan normaal. U mag deze pagina sluiten: ${merchant} krijgt de uitkomst in elk geval te horen.`,
  awaitedTitle: 'Wachten op uw betaling',
  awaitedText: (merchant) =>
    `Een overboeking kan even duren. U mag deze pagina sluiten: ${merchant} krijgt de uitkomst in elk geval te horen.`,
  leavingTitle: 'U gaat naar de volgende pagina',
  leavingText: 'U bevestigt de betaling daar en komt daarna hier terug.',
  openElsewhereText:
    'De volgende stap wordt in een eigen venster geopend. Houd deze pagina open; die gaat vanzelf verder.',
  openElsewhere: 'Volgende stap openen',
  reconnecting: 'Geen verbinding. We blijven het proberen; er wordt niet dubbel afgeschreven.',
  offline: 'U bent offline. Wat u hebt ingevuld, blijft hier staan.',
  notFinished: 'Nog niet klaar op de andere pagina?',
  finishThere: 'Ga daar verder. Bent u al klaar, dan verschijnt de uitkomst hier vanzelf.',
  otherWay: 'Anders betalen',
  notCancelled: (until) =>
    `De betaling kon nog niet worden geannuleerd. We blijven het proberen; uiterlijk ${until} is de uitkomst bekend.`,
  resultBy: (until) => `Uiterlijk ${until} is de uitkomst bekend.`,
  continueThere: 'Daar verdergaan',

  paidTitle: 'Betaling geslaagd',
  paidText: (amount, merchant) => `U hebt ${amount} betaald aan ${merchant}.`,
  alreadyPaidTitle: 'Deze bestelling is al betaald',
  alreadyPaidText: (merchant) => `U hoeft niets meer te doen. ${merchant} heeft uw betaling ontvangen.`,
  backToShop: (merchant) => `Terug naar ${merchant}`,
  returningIn: (seconds) => `Automatisch terug over ${seconds} s`,
  stayHere: 'Hier blijven',

  expiredTitle: 'De tijd om te betalen is verstreken',
  expiredText:
    'Begin opnieuw in de winkel. Hebt u net betaald, dan bevestigt de winkel dat; een betaling die te laat kwam, wordt vanzelf terugbetaald.',
  linkInvalidTitle: 'Deze betaallink werkt hier niet',
  linkInvalidText:
    'De link is onvolledig of is in een andere browser of een ander venster geopend. Open hem opnieuw vanuit de winkel.',
  unreachableTitle: 'Geen verbinding',
  unreachableText: 'Uw bestelling kon niet worden geladen. Controleer uw verbinding en probeer het opnieuw.',

  notPaidTitle: 'De betaling is niet gelukt',
  declined: {
    declined:
      'Uw bank heeft de betaling geweigerd. Gebruik een andere kaart of betaalwijze, of vraag het uw bank.',
    insufficient_funds: 'Het saldo is niet toereikend. Gebruik een andere kaart of betaalwijze.',
    expired_card: 'Deze kaart is verlopen. Gebruik een andere kaart.',
    incorrect_cvc: 'De beveiligingscode klopt niet. Controleer de code en probeer het opnieuw.',
    authentication_failed:
      'De betaling is niet bevestigd. Probeer het opnieuw of gebruik een andere kaart of betaalwijze.',
    processing_error: 'Er ging iets mis bij de bank. Er is niets afgeschreven; probeer het opnieuw.',
    try_another_method: 'Deze betaalwijze werkt nu niet. Kies een andere.',
    cancelled_by_consumer: 'U hebt de betaling geannuleerd. Er is niets afgeschreven.',
    cancelled_at_processor: 'De betaling is op de andere pagina geannuleerd. Er is niets afgeschreven.',
  },
  notSent: 'De betaling is niet verzonden en er is niets afgeschreven. Probeer het opnieuw.',
  continuedElsewhere:
    'U hebt in een ander tabblad of op een ander apparaat een andere betaalwijze gekozen. Vanaf hier is niets verzonden. Druk opnieuw op de knop om hier te betalen.',
  noConnection: 'Geen verbinding. Controleer uw netwerk en probeer het opnieuw.',
  formFailed: 'Het formulier kon niet worden geladen. Probeer het opnieuw of kies een andere betaalwijze.',
  methodUnavailable: 'Deze betaalwijze is nu niet beschikbaar. Kies een andere.',
  nothingAvailable: 'Betalen is nu niet mogelijk. Probeer het zo nog eens.',
  tooManyAttempts: 'Te veel pogingen voor deze bestelling. Begin opnieuw in de winkel.',
  lastMethod:
    'Voor deze bestelling zijn geen nieuwe pogingen meer mogelijk. U kunt de poging met de methode hieronder nog afronden.',
  tooFast: 'Dat ging iets te snel. Wacht even en probeer het opnieuw.',
  unexpected: 'Er ging bij ons iets mis. Probeer het opnieuw.',
  reference: (requestId) => `Referentie: ${requestId}`,

  challenge: {
    challengeTitle: 'Betaling bevestigen',
    challengeOnPage: 'Verder op de volledige pagina',
    challengeClose: 'Sluiten',
  },

  cardForm: {
    number: 'Kaartnummer',
    expiry: 'Vervaldatum',
    expiryFormat: 'MM/JJ',
    securityCode: 'Beveiligingscode',
    numberMissing: 'Vul het kaartnummer in.',
    numberIncomplete: 'Het kaartnummer is te kort.',
    numberInvalid: 'Controleer het kaartnummer: er zit een typefout in.',
    brandNotAccepted: (brand) => `${brand} wordt hier niet geaccepteerd. Gebruik een andere kaart.`,
    expiryMissing: 'Vul de vervaldatum in.',
    expiryInvalid: 'Vul maand en jaar in zoals op de kaart.',
    expiryPast: 'Deze kaart is verlopen.',
    securityCodeMissing: 'Vul de beveiligingscode in.',
    securityCodeIncomplete: (digits) => `De beveiligingscode heeft ${digits} cijfers.`,
  },
};
