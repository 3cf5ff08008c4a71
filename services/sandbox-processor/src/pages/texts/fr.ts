import type { PageTexts } from './page-texts.ts';

export const french: PageTexts = {
  badge: 'Prestataire de test – pas d’argent réel',
  footer: 'Cette page joue le rôle d’un prestataire de paiement externe. Rien n’est débité.',
  challenge: {
    heading: 'Confirmez qu’il s’agit bien de vous',
    explanation:
      'Votre banque vous demande d’authentifier ce paiement par carte (3-D Secure). Vous décidez ici de l’issue.',
    approve: 'Approuver',
    fail: 'Faire échouer l’authentification',
  },
  wallet: {
    explanation: 'Payez avec votre portefeuille de test, ou refusez pour voir un paiement échoué.',
    refuse: 'Refuser',
  },
  bank: {
    explanation: 'Approuvez ce virement depuis votre compte de test, ou annulez-le.',
    cancel: 'Annuler',
  },
  voucher: {
    heading: 'Faites le virement depuis votre banque',
    explanation:
      'Indiquez exactement cette référence pour que votre virement soit reconnu. Vous pouvez quitter cette page : la boutique sera informée dès que l’argent sera arrivé.',
    partlyPaid: '{amount} est arrivé. Veuillez virer le reste.',
    recipient: 'Bénéficiaire',
    transferReference: 'Référence du paiement',
    amount: 'Montant',
    until: 'À payer avant le',
    copy: 'Copier',
    copied: 'Copié.',
    cancel: 'Annuler et payer autrement',
    testBank: 'Pour essayer : ouvrir la banque de test',
    standing: {
      paid: 'Le virement est arrivé : payé',
      cancelled: 'Ce virement a été annulé',
      expired: 'Le délai de ce virement est écoulé',
    },
    moneyGoesBack: 'Veuillez ne plus rien virer. L’argent arrivé vous sera rendu.',
  },
  pay: 'Payer {amount}',
  returnsTo: 'Retour vers',
  reference: 'Référence',
  card: 'Carte',
  standing: {
    created: 'Ce paiement attend sa carte',
    requires_action: 'Ce paiement attend 3-D Secure',
    processing: 'Ce paiement est en cours de traitement',
    succeeded: 'Ce paiement est terminé : payé',
    failed: 'Ce paiement est terminé : échoué',
    cancelled: 'Ce paiement est terminé : annulé',
  },
  backToShop: 'Retour à la boutique',
  unknownLink: {
    title: 'Lien inconnu',
    heading: 'Ce lien ne mène à aucun paiement',
    explanation: 'Il en manque peut-être une partie. Retournez à la boutique et recommencez le paiement.',
  },
};
