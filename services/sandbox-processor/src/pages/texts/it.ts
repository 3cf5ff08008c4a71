import type { PageTexts } from './page-texts.ts';

export const italian: PageTexts = {
  badge: 'Processore di prova: niente denaro vero',
  footer: 'Questa pagina fa la parte di un gestore dei pagamenti esterno. Non viene addebitato nulla.',
  challenge: {
    heading: 'Conferma che sei tu',
    explanation:
      'La tua banca ti chiede di autenticare questo pagamento con carta (3-D Secure). Qui decidi tu come finisce.',
    approve: 'Approva',
    fail: 'Fai fallire l’autenticazione',
  },
  wallet: {
    explanation: 'Paga dal tuo portafoglio di prova, o rifiuta per vedere un pagamento non riuscito.',
    refuse: 'Rifiuta',
  },
  bank: { explanation: 'Approva questo bonifico dal tuo conto di prova, o annullalo.', cancel: 'Annulla' },
  voucher: {
    heading: 'Trasferisca il denaro dalla sua banca',
    explanation:
      'Usi esattamente questa causale, così il bonifico viene riconosciuto. Può lasciare questa pagina: il negozio viene avvisato quando il denaro è arrivato.',
    partlyPaid: 'Sono arrivati {amount}. Trasferisca il resto, per favore.',
    recipient: 'Beneficiario',
    transferReference: 'Causale',
    amount: 'Importo',
    until: 'Da pagare entro',
    copy: 'Copia',
    copied: 'Copiato.',
    cancel: 'Annulla e paga in altro modo',
    testBank: 'Per provare: apri la banca di prova',
    standing: {
      paid: 'Il bonifico è arrivato: pagato',
      cancelled: 'Questo bonifico è stato annullato',
      expired: 'Il tempo per questo bonifico è scaduto',
    },
    moneyGoesBack: 'Non trasferisca più nulla, per favore. Il denaro arrivato le viene restituito.',
  },
  pay: 'Paga {amount}',
  returnsTo: 'Torna a',
  reference: 'Riferimento',
  card: 'Carta',
  standing: {
    created: 'Questo pagamento attende la sua carta',
    requires_action: 'Questo pagamento attende 3-D Secure',
    processing: 'Questo pagamento è in elaborazione',
    succeeded: 'Questo pagamento è concluso: pagato',
    failed: 'Questo pagamento è concluso: non riuscito',
    cancelled: 'Questo pagamento è concluso: annullato',
  },
  backToShop: 'Torna al negozio',
  unknownLink: {
    title: 'Link sconosciuto',
    heading: 'Questo link non porta a nessun pagamento',
    explanation: 'Forse ne manca una parte. Torna al negozio e ricomincia il pagamento.',
  },
};
