import type { Messages } from './messages.ts';

export const messages: Messages = {
  checkout: 'Paiement',
  pageTitle: (amount, merchant) => `Payer ${amount} à ${merchant}`,
  payTo: (merchant) => `Paiement à ${merchant}`,
  total: 'Total',
  orderDetails: 'Détails de la commande',
  quantity: (count, price) => `${count} × ${price}`,
  timeLeft: 'Temps restant pour payer',
  minutesLeft: (minutes) => `Minutes restantes pour payer : ${minutes}.`,
  language: 'Langue',
  sandbox: 'Mode test – pas d’argent réel',
  loading: 'Chargement de votre commande…',

  paymentMethod: 'Comment souhaitez-vous payer ?',
  methodNames: {
    card: 'Carte bancaire',
    card_element: 'Carte bancaire (élément)',
    card_component: 'Carte bancaire (composant)',
    bank_transfer: 'Virement bancaire',
    bank_transfer_reference: 'Virement avec référence',
  },
  pay: (amount) => `Payer ${amount}`,
  continueWith: (method) => `Continuer avec ${method}`,
  redirectExplained: (method) => `Vous payez sur la page suivante (${method}), puis vous revenez ici.`,
  notStored: 'Votre numéro de carte et votre code de sécurité ne sont jamais enregistrés.',
  goesToProcessor:
    'Les données de votre carte vont directement au prestataire de paiement, pas à la boutique.',
  cancel: (merchant) => `Annuler et revenir à ${merchant}`,
  retry: 'Réessayer',

  paying: 'Traitement en cours…',
  processingTitle: 'Votre paiement est en cours',
  processingText: 'Cela prend en général quelques secondes. Gardez cette page ouverte.',
  processingLong: (merchant) =>
    `C’est plus long que d’habitude. Vous pouvez fermer cette page : ${merchant} sera informé du résultat dans tous les cas.`,
  awaitedTitle: 'En attente de votre paiement',
  awaitedText: (merchant) =>
    `Un virement peut mettre un certain temps à arriver. Vous pouvez fermer cette page : ${merchant} sera informé du résultat dans tous les cas.`,
  leavingTitle: 'Nous vous dirigeons vers la page suivante',
  leavingText: 'Vous y confirmez le paiement, puis vous revenez ici.',
  openElsewhereText:
    'L’étape suivante s’ouvre dans une autre fenêtre. Gardez cette page ouverte, elle continue toute seule.',
  openElsewhere: 'Ouvrir l’étape suivante',
  reconnecting: 'Pas de connexion. Nous réessayons ; vous ne serez pas débité deux fois.',
  offline: 'Vous êtes hors ligne. Ce que vous avez saisi reste ici.',
  notFinished: 'Vous n’avez pas encore terminé sur l’autre page ?',
  finishThere:
    'Retournez sur cette page pour terminer. Si vous avez déjà terminé, le résultat s’affiche ici tout seul.',
  otherWay: 'Payer autrement',
  notCancelled: (until) =>
    `Le paiement n’a pas encore pu être annulé. Nous continuons d’essayer ; le résultat sera connu au plus tard le ${until}.`,
  resultBy: (until) => `Le résultat sera connu au plus tard le ${until}.`,
  continueThere: 'Y retourner',

  paidTitle: 'Paiement réussi',
  paidText: (amount, merchant) => `Vous avez payé ${amount} à ${merchant}.`,
  alreadyPaidTitle: 'Cette commande est déjà payée',
  alreadyPaidText: (merchant) => `Il n’y a plus rien à faire. ${merchant} a bien reçu votre paiement.`,
  backToShop: (merchant) => `Retour à ${merchant}`,
  returningIn: (seconds) => `Retour automatique dans ${seconds} s`,
  stayHere: 'Rester ici',

  expiredTitle: 'Le délai de paiement est écoulé',
  expiredText:
    'Recommencez depuis la boutique. Si vous venez de payer, la boutique vous le confirmera ; un paiement arrivé trop tard est remboursé automatiquement.',
  linkInvalidTitle: 'Ce lien de paiement ne fonctionne pas ici',
  linkInvalidText:
    'Il est peut-être incomplet, ou il a été ouvert dans un autre navigateur ou une autre fenêtre. Ouvrez-le à nouveau depuis la boutique.',
  unreachableTitle: 'Pas de connexion',
  unreachableText: 'Votre commande n’a pas pu être chargée. Vérifiez votre connexion et réessayez.',

  notPaidTitle: 'Le paiement n’a pas abouti',
  declined: {
    declined:
      'Votre banque a refusé le paiement. Utilisez une autre carte ou un autre moyen de paiement, ou contactez votre banque.',
    insufficient_funds: 'Le solde est insuffisant. Utilisez une autre carte ou un autre moyen de paiement.',
    expired_card: 'Cette carte a expiré. Utilisez une autre carte.',
    incorrect_cvc: 'Le code de sécurité est incorrect. Vérifiez-le et réessayez.',
    authentication_failed:
      'Le paiement n’a pas été confirmé. Réessayez, ou utilisez une autre carte ou un autre moyen de paiement.',
    processing_error: 'Un problème est survenu à la banque. Rien n’a été débité ; réessayez.',
    try_another_method: 'Ce moyen de paiement ne fonctionne pas pour le moment. Choisissez-en un autre.',
    cancelled_by_consumer: 'Vous avez annulé le paiement. Rien n’a été débité.',
    cancelled_at_processor: 'Le paiement a été annulé sur l’autre page. Rien n’a été débité.',
  },
  notSent: 'Le paiement n’a pas été envoyé et rien n’a été débité. Réessayez.',
  continuedElsewhere:
    'Vous avez choisi un autre moyen de paiement dans un autre onglet ou sur un autre appareil. Rien n’a été envoyé d’ici. Pour payer ici, appuyez de nouveau sur le bouton.',
  noConnection: 'Pas de connexion. Vérifiez votre réseau et réessayez.',
  formFailed: 'Le formulaire n’a pas pu être chargé. Réessayez ou choisissez un autre moyen de paiement.',
  methodUnavailable: 'Ce moyen de paiement n’est pas disponible pour le moment. Choisissez-en un autre.',
  nothingAvailable: 'Le paiement n’est pas possible pour le moment. Réessayez dans un instant.',
  tooManyAttempts: 'Trop de tentatives pour cette commande. Recommencez depuis la boutique.',
  lastMethod:
    'Aucune nouvelle tentative n’est possible pour cette commande. Vous pouvez encore terminer celle commencée avec le moyen de paiement ci-dessous.',
  tooFast: 'C’était un peu rapide. Attendez un instant et réessayez.',
  unexpected: 'Un problème est survenu de notre côté. Réessayez.',
  reference: (requestId) => `Référence : ${requestId}`,

  challenge: {
    challengeTitle: 'Confirmer le paiement',
    challengeOnPage: 'Continuer en pleine page',
    challengeClose: 'Fermer',
  },

  cardForm: {
    number: 'Numéro de carte',
    expiry: 'Date d’expiration',
    expiryFormat: 'MM/AA',
    securityCode: 'Code de sécurité',
    numberMissing: 'Saisissez le numéro de carte.',
    numberIncomplete: 'Le numéro de carte est trop court.',
    numberInvalid: 'Vérifiez le numéro de carte : il contient une faute de frappe.',
    brandNotAccepted: (brand) => `${brand} n’est pas acceptée ici. Utilisez une autre carte.`,
    expiryMissing: 'Saisissez la date d’expiration.',
    expiryInvalid: 'Saisissez le mois et l’année comme sur la carte.',
    expiryPast: 'Cette carte a expiré.',
    securityCodeMissing: 'Saisissez le code de sécurité.',
    securityCodeIncomplete: (digits) => `Le code de sécurité comporte ${digits} chiffres.`,
  },
};
