import type { Messages } from './messages.ts';

export const messages: Messages = {
  checkout: 'Pagamento',
  pageTitle: (amount, merchant) => `Pagar ${amount} a ${merchant}`,
  payTo: (merchant) => `Pagamento a ${merchant}`,
  total: 'Total',
  orderDetails: 'Detalhes do pedido',
  quantity: (count, price) => `${count} × ${price}`,
  timeLeft: 'Tempo restante para pagar',
  minutesLeft: (minutes) => `Minutos restantes para pagar: ${minutes}.`,
  language: 'Idioma',
  sandbox: 'Modo de teste – sem dinheiro real',
  loading: 'Carregando o pedido…',

  paymentMethod: 'Como deseja pagar?',
  methodNames: {
    card: 'Cartão',
    card_element: 'Cartão (elemento)',
    card_component: 'Cartão (componente)',
    bank_transfer: 'Transferência bancária',
    bank_transfer_reference: 'Transferência com referência',
  },
  pay: (amount) => `Pagar ${amount}`,
  continueWith: (method) => `Continuar com ${method}`,
  redirectExplained: (method) =>
    `O pagamento é feito na página seguinte (${method}), e depois você volta para cá.`,
  notStored: 'O número do cartão e o código de segurança nunca são armazenados.',
  goesToProcessor: 'Os dados do cartão vão diretamente para a processadora de pagamentos, não para a loja.',
  cancel: (merchant) => `Cancelar e voltar a ${merchant}`,
  retry: 'Tentar novamente',

  paying: 'Processando…',
  processingTitle: 'O pagamento está em processamento',
  processingText: 'Normalmente leva alguns segundos. Mantenha esta página aberta.',
  processingLong: (merchant) =>
    `Está demorando mais do que o normal. Você pode fechar esta página: ${merchant} recebe o resultado de qualquer forma.`,
  awaitedTitle: 'Aguardando o seu pagamento',
  awaitedText: (merchant) =>
    `Uma transferência pode demorar a chegar. Você pode fechar esta página: ${merchant} recebe o resultado de qualquer forma.`,
  leavingTitle: 'Indo para a próxima página',
  leavingText: 'Você confirma o pagamento lá e depois volta para cá.',
  openElsewhereText:
    'O próximo passo abre em uma janela própria. Mantenha esta página aberta; ela continua sozinha.',
  openElsewhere: 'Abrir o próximo passo',
  reconnecting: 'Sem conexão. Continuamos tentando; você não será cobrado duas vezes.',
  offline: 'Você está sem internet. O que foi digitado continua aqui.',
  notFinished: 'Ainda não terminou na outra página?',
  finishThere: 'Continue por lá. Se já terminou, o resultado aparece aqui automaticamente.',
  otherWay: 'Pagar de outra forma',
  notCancelled: (until) =>
    `Ainda não foi possível cancelar o pagamento. Continuamos tentando; o resultado será conhecido no mais tardar em ${until}.`,
  resultBy: (until) => `O resultado será conhecido no mais tardar em ${until}.`,
  continueThere: 'Continuar lá',

  paidTitle: 'Pagamento concluído',
  paidText: (amount, merchant) => `Você pagou ${amount} a ${merchant}.`,
  alreadyPaidTitle: 'Este pedido já está pago',
  alreadyPaidText: (merchant) => `Não precisa fazer mais nada. ${merchant} recebeu o pagamento.`,
  backToShop: (merchant) => `Voltar a ${merchant}`,
  returningIn: (seconds) => `Volta automática em ${seconds} s`,
  stayHere: 'Ficar aqui',

  expiredTitle: 'O tempo para pagar terminou',
  expiredText:
    'Comece de novo na loja. Se você acabou de pagar, a loja confirma o pagamento; um pagamento que chegar tarde é devolvido automaticamente.',
  linkInvalidTitle: 'Este link de pagamento não funciona aqui',
  linkInvalidText:
    'Pode estar incompleto ou ter sido aberto em outro navegador ou em outra janela. Abra-o novamente a partir da loja.',
  unreachableTitle: 'Sem conexão',
  unreachableText: 'Não foi possível carregar o pedido. Verifique a conexão e tente novamente.',

  notPaidTitle: 'O pagamento não foi concluído',
  declined: {
    declined:
      'O banco recusou o pagamento. Use outro cartão ou outra forma de pagamento, ou fale com o banco.',
    insufficient_funds: 'O saldo não é suficiente. Use outro cartão ou outra forma de pagamento.',
    expired_card: 'Este cartão está vencido. Use outro cartão.',
    incorrect_cvc: 'O código de segurança não está certo. Verifique-o e tente novamente.',
    authentication_failed:
      'O pagamento não foi confirmado. Tente novamente ou use outro cartão ou outra forma de pagamento.',
    processing_error: 'Algo deu errado no banco. Nada foi cobrado; tente novamente.',
    try_another_method: 'Esta forma de pagamento não está funcionando no momento. Escolha outra.',
    cancelled_by_consumer: 'Você cancelou o pagamento. Nada foi cobrado.',
    cancelled_at_processor: 'O pagamento foi cancelado na outra página. Nada foi cobrado.',
  },
  notSent: 'O pagamento não foi enviado e nada foi cobrado. Tente novamente.',
  continuedElsewhere:
    'Você escolheu outra forma de pagamento em outra guia ou em outro dispositivo, por isso nada foi enviado daqui. Para pagar aqui, pressione o botão novamente.',
  noConnection: 'Sem conexão. Verifique a rede e tente novamente.',
  formFailed: 'Não foi possível carregar o formulário. Tente novamente ou escolha outra forma de pagamento.',
  methodUnavailable: 'Esta forma de pagamento não está disponível no momento. Escolha outra.',
  nothingAvailable: 'Não é possível pagar no momento. Tente novamente em instantes.',
  tooManyAttempts: 'Muitas tentativas para este pedido. Comece de novo na loja.',
  lastMethod:
    'Este pedido não permite mais tentativas. Você ainda pode concluir a que começou com o método abaixo.',
  tooFast: 'Foi um pouco rápido. Aguarde um momento e tente novamente.',
  unexpected: 'Algo deu errado do nosso lado. Tente novamente.',
  reference: (requestId) => `Referência: ${requestId}`,

  challenge: {
    challengeTitle: 'Confirmar o pagamento',
    challengeOnPage: 'Continuar em página inteira',
    challengeClose: 'Fechar',
  },

  cardForm: {
    number: 'Número do cartão',
    expiry: 'Validade',
    expiryFormat: 'MM/AA',
    securityCode: 'Código de segurança',
    numberMissing: 'Digite o número do cartão.',
    numberIncomplete: 'O número do cartão é curto demais.',
    numberInvalid: 'Verifique o número do cartão: contém um erro.',
    brandNotAccepted: (brand) => `${brand} não é aceito aqui. Use outro cartão.`,
    expiryMissing: 'Digite a validade.',
    expiryInvalid: 'Digite o mês e o ano como no cartão.',
    expiryPast: 'Este cartão está vencido.',
    securityCodeMissing: 'Digite o código de segurança.',
    securityCodeIncomplete: (digits) => `O código de segurança tem ${digits} dígitos.`,
  },
};
