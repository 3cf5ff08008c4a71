import type { Messages } from './messages.ts';

export const messages: Messages = {
  checkout: 'Pagamento',
  pageTitle: (amount, merchant) => `Paga ${amount} a ${merchant}`,
  payTo: (merchant) => `Pagamento a ${merchant}`,
  total: 'Totale',
  orderDetails: 'Dettagli dell’ordine',
  quantity: (count, price) => `${count} × ${price}`,
  timeLeft: 'Tempo rimasto per pagare',
  minutesLeft: (minutes) => `Minuti rimasti per pagare: ${minutes}.`,
  language: 'Lingua',
  sandbox: 'Modalità test – nessun addebito',
  loading: 'Caricamento dell’ordine…',

  paymentMethod: 'Come desidera pagare?',
  methodNames: {
    card: 'Carta',
    card_element: 'Carta (elemento)',
    card_component: 'Carta (componente)',
    bank_transfer: 'Bonifico bancario',
    bank_transfer_reference: 'Bonifico con causale',
  },
  pay: (amount) => `Paga ${amount}`,
  continueWith: (method) => `Continua con ${method}`,
  redirectExplained: (method) =>
    `Il pagamento avviene nella pagina successiva (${method}); poi si torna qui.`,
  notStored: 'Il numero della carta e il codice di sicurezza non vengono mai memorizzati.',
  goesToProcessor:
    'I dati della carta vanno direttamente al fornitore del servizio di pagamento, non al negozio.',
  cancel: (merchant) => `Annulla e torna a ${merchant}`,
  retry: 'Riprova',

  paying: 'Elaborazione in corso…',
  processingTitle: 'Il pagamento è in corso',
  processingText: 'Di solito bastano pochi secondi. Tenga aperta questa pagina.',
  processingLong: (merchant) =>
    `Ci vuole più tempo del solito. Può chiudere questa pagina: ${merchant} riceverà comunque l’esito.`,
  awaitedTitle: 'In attesa del pagamento',
  awaitedText: (merchant) =>
    `Un bonifico può impiegare un po’ di tempo. Può chiudere questa pagina: ${merchant} riceverà comunque l’esito.`,
  leavingTitle: 'La portiamo alla pagina successiva',
  leavingText: 'Lì si conferma il pagamento, poi si torna qui.',
  openElsewhereText:
    'Il passo successivo si apre in un’altra finestra. Tenga aperta questa pagina: proseguirà da sola.',
  openElsewhere: 'Apri il passo successivo',
  reconnecting: 'Nessuna connessione. Continuiamo a riprovare; non ci sarà un doppio addebito.',
  offline: 'Connessione assente. I dati inseriti restano qui.',
  notFinished: 'Non ha ancora finito nell’altra pagina?',
  finishThere: 'Prosegua lì. Se ha già finito, l’esito compare qui da solo.',
  otherWay: 'Paga in un altro modo',
  notCancelled: (until) =>
    `Non è stato ancora possibile annullare il pagamento. Continuiamo a provare; l’esito si saprà al più tardi il ${until}.`,
  resultBy: (until) => `L’esito si saprà al più tardi il ${until}.`,
  continueThere: 'Continua lì',

  paidTitle: 'Pagamento riuscito',
  paidText: (amount, merchant) => `Ha pagato ${amount} a ${merchant}.`,
  alreadyPaidTitle: 'Questo ordine è già pagato',
  alreadyPaidText: (merchant) => `Non c’è altro da fare. ${merchant} ha ricevuto il pagamento.`,
  backToShop: (merchant) => `Torna a ${merchant}`,
  returningIn: (seconds) => `Ritorno automatico tra ${seconds} s`,
  stayHere: 'Resta qui',

  expiredTitle: 'Il tempo per pagare è scaduto',
  expiredText:
    'Ricominci dal negozio. Se ha appena pagato, il negozio lo confermerà; un pagamento arrivato tardi viene rimborsato automaticamente.',
  linkInvalidTitle: 'Questo link di pagamento non funziona qui',
  linkInvalidText:
    'Potrebbe essere incompleto, oppure è stato aperto in un altro browser o in un’altra finestra. Lo apra di nuovo dal negozio.',
  unreachableTitle: 'Nessuna connessione',
  unreachableText: 'Non è stato possibile caricare l’ordine. Controlli la connessione e riprovi.',

  notPaidTitle: 'Il pagamento non è riuscito',
  declined: {
    declined:
      'La banca ha rifiutato il pagamento. Usi un’altra carta o un altro metodo, oppure contatti la banca.',
    insufficient_funds: 'Il credito non è sufficiente. Usi un’altra carta o un altro metodo.',
    expired_card: 'Questa carta è scaduta. Usi un’altra carta.',
    incorrect_cvc: 'Il codice di sicurezza non è corretto. Lo controlli e riprovi.',
    authentication_failed:
      'Il pagamento non è stato confermato. Riprovi, oppure usi un’altra carta o un altro metodo.',
    processing_error: 'Si è verificato un problema presso la banca. Nessun addebito; riprovi.',
    try_another_method: 'Questo metodo al momento non funziona. Ne scelga un altro.',
    cancelled_by_consumer: 'Ha annullato il pagamento. Nessun addebito.',
    cancelled_at_processor: 'Il pagamento è stato annullato nell’altra pagina. Nessun addebito.',
  },
  notSent: 'Il pagamento non è stato inviato e non c’è stato alcun addebito. Riprovi.',
  continuedElsewhere:
    'Ha scelto un altro metodo di pagamento in un’altra scheda o su un altro dispositivo: da qui non è stato inviato nulla. Per pagare qui, prema di nuovo il pulsante.',
  noConnection: 'Nessuna connessione. Controlli la rete e riprovi.',
  formFailed: 'Non è stato possibile caricare il modulo. Riprovi o scelga un altro metodo.',
  methodUnavailable: 'Questo metodo al momento non è disponibile. Ne scelga un altro.',
  nothingAvailable: 'Al momento non è possibile pagare. Riprovi tra qualche istante.',
  tooManyAttempts: 'Troppi tentativi per questo ordine. Ricominci dal negozio.',
  lastMethod:
    'Per questo ordine non sono possibili altri tentativi. Può ancora completare quello iniziato con il metodo qui sotto.',
  tooFast: 'Un po’ troppo veloce. Attenda un momento e riprovi.',
  unexpected: 'Si è verificato un problema da parte nostra. Riprovi.',
  reference: (requestId) => `Riferimento: ${requestId}`,

  challenge: {
    challengeTitle: 'Conferma il pagamento',
    challengeOnPage: 'Continua a pagina intera',
    challengeClose: 'Chiudi',
  },

  cardForm: {
    number: 'Numero della carta',
    expiry: 'Data di scadenza',
    expiryFormat: 'MM/AA',
    securityCode: 'Codice di sicurezza',
    numberMissing: 'Inserisca il numero della carta.',
    numberIncomplete: 'Il numero della carta è troppo corto.',
    numberInvalid: 'Controlli il numero della carta: contiene un errore.',
    brandNotAccepted: (brand) => `${brand} non è accettata qui. Usi un’altra carta.`,
    expiryMissing: 'Inserisca la data di scadenza.',
    expiryInvalid: 'Inserisca mese e anno come sulla carta.',
    expiryPast: 'Questa carta è scaduta.',
    securityCodeMissing: 'Inserisca il codice di sicurezza.',
    securityCodeIncomplete: (digits) => `Il codice di sicurezza ha ${digits} cifre.`,
  },
};
