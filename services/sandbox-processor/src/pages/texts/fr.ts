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
