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
  voucher: {
    heading: 'Transfira o dinheiro do seu banco',
    explanation:
      'Use exatamente esta referência para que a transferência seja reconhecida. Pode sair desta página: a loja é avisada quando o dinheiro chegar.',
    partlyPaid: 'Chegou {amount}. Transfira o resto, por favor.',
    recipient: 'Beneficiário',
    transferReference: 'Referência do pagamento',
    amount: 'Montante',
    until: 'Pagar até',
    copy: 'Copiar',
    copied: 'Copiado.',
    cancel: 'Cancelar e pagar de outra forma',
    testBank: 'Para experimentar: abrir o banco de teste',
    standing: {
      paid: 'A transferência chegou: pago',
      cancelled: 'Esta transferência foi cancelada',
      expired: 'O prazo desta transferência terminou',
    },
    moneyGoesBack: 'Não transfira mais nada, por favor. O dinheiro que chegou é-lhe devolvido.',
  },
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
