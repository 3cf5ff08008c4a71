import type { PageTexts } from './page-texts.ts';

export const portuguese: PageTexts = {
  badge: 'Processador de teste: sem dinheiro real',
  footer: 'Esta página faz o papel de um processador de pagamentos externo. Nada é cobrado.',
  challenge: {
    heading: 'Confirme que é você',
    explanation:
      'O seu banco pede-lhe que autentique este pagamento com cartão (3-D Secure). Aqui decide como termina.',
    approve: 'Aprovar',
    fail: 'Fazer falhar a autenticação',
  },
  wallet: {
    explanation: 'Pague com a sua carteira de teste, ou recuse para ver um pagamento falhado.',
    refuse: 'Recusar',
  },
  bank: { explanation: 'Aprove esta transferência da sua conta de teste, ou cancele-a.', cancel: 'Cancelar' },
  pay: 'Pagar {amount}',
  returnsTo: 'Volta a',
  reference: 'Referência',
  card: 'Cartão',
  standing: {
    created: 'Este pagamento espera pelo cartão',
    requires_action: 'Este pagamento espera pelo 3-D Secure',
    processing: 'Este pagamento está a ser processado',
    succeeded: 'Este pagamento terminou: pago',
    failed: 'Este pagamento terminou: falhado',
    cancelled: 'Este pagamento terminou: cancelado',
  },
  backToShop: 'Voltar à loja',
  unknownLink: {
    title: 'Ligação desconhecida',
    heading: 'Esta ligação não leva a nenhum pagamento',
    explanation: 'Talvez falte uma parte. Volte à loja e comece o pagamento de novo.',
  },
};
