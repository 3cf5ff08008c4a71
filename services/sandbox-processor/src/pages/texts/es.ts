import type { PageTexts } from './page-texts.ts';

export const spanish: PageTexts = {
  badge: 'Procesador de pruebas: sin dinero real',
  footer: 'Esta página hace el papel de un procesador de pagos externo. No se cobra nada.',
  challenge: {
    heading: 'Confirme que es usted',
    explanation:
      'Su banco le pide que autentique este pago con tarjeta (3-D Secure). Aquí decide usted cómo termina.',
    approve: 'Aprobar',
    fail: 'Hacer fallar la autenticación',
  },
  wallet: {
    explanation: 'Pague con su monedero de pruebas, o rechace para ver un pago fallido.',
    refuse: 'Rechazar',
  },
  bank: {
    explanation: 'Apruebe esta transferencia desde su cuenta de pruebas, o cancélela.',
    cancel: 'Cancelar',
  },
  voucher: {
    heading: 'Transfiera el dinero desde su banco',
    explanation:
      'Use exactamente este concepto para que se reconozca su transferencia. Puede salir de esta página: la tienda será avisada cuando llegue el dinero.',
    partlyPaid: 'Ha llegado {amount}. Transfiera el resto, por favor.',
    recipient: 'Beneficiario',
    transferReference: 'Concepto',
    amount: 'Importe',
    until: 'Pagar antes del',
    copy: 'Copiar',
    copied: 'Copiado.',
    cancel: 'Cancelar y pagar de otra forma',
    testBank: 'Para probarlo: abrir el banco de prueba',
    standing: {
      paid: 'La transferencia ha llegado: pagado',
      cancelled: 'Esta transferencia fue cancelada',
      expired: 'El plazo de esta transferencia ha terminado',
    },
    moneyGoesBack: 'No transfiera nada más, por favor. El dinero que haya llegado le será devuelto.',
  },
  pay: 'Pagar {amount}',
  returnsTo: 'Vuelve a',
  reference: 'Referencia',
  card: 'Tarjeta',
  standing: {
    created: 'Este pago espera su tarjeta',
    requires_action: 'Este pago espera a 3-D Secure',
    processing: 'Este pago se está procesando',
    succeeded: 'Este pago ha terminado: pagado',
    failed: 'Este pago ha terminado: fallido',
    cancelled: 'Este pago ha terminado: cancelado',
  },
  backToShop: 'Volver a la tienda',
  unknownLink: {
    title: 'Enlace desconocido',
    heading: 'Este enlace no lleva a ningún pago',
    explanation: 'Quizá falte una parte. Vuelva a la tienda y empiece el pago de nuevo.',
  },
};
