import type { Messages } from './messages.ts';

export const messages: Messages = {
  checkout: 'Pago',
  pageTitle: (amount, merchant) => `Pagar ${amount} a ${merchant}`,
  payTo: (merchant) => `Pago a ${merchant}`,
  total: 'Total',
  orderDetails: 'Detalles del pedido',
  quantity: (count, price) => `${count} × ${price}`,
  timeLeft: 'Tiempo restante para pagar',
  minutesLeft: (minutes) => `Minutos restantes para pagar: ${minutes}.`,
  language: 'Idioma',
  sandbox: 'Entorno de pruebas: sin dinero real',
  loading: 'Cargando su pedido…',

  paymentMethod: '¿Cómo quiere pagar?',
  methodNames: {
    card: 'Tarjeta',
    card_element: 'Tarjeta (elemento)',
    card_component: 'Tarjeta (componente)',
    bank_transfer: 'Transferencia bancaria',
    bank_transfer_reference: 'Transferencia con referencia',
  },
  pay: (amount) => `Pagar ${amount}`,
  continueWith: (method) => `Continuar con ${method}`,
  redirectExplained: (method) => `Pagará en la página siguiente (${method}) y después volverá aquí.`,
  notStored: 'El número de su tarjeta y el código de seguridad nunca se guardan.',
  goesToProcessor: 'Los datos de su tarjeta van directamente al procesador de pagos, no a la tienda.',
  cancel: (merchant) => `Cancelar y volver a ${merchant}`,
  retry: 'Intentar de nuevo',

  paying: 'Procesando…',
  processingTitle: 'Su pago se está procesando',
  processingText: 'Suele tardar unos segundos. Mantenga esta página abierta.',
  processingLong: (merchant) =>
    `Está tardando más de lo habitual. Puede cerrar esta página: ${merchant} recibirá el resultado en cualquier caso.`,
  awaitedTitle: 'Esperando su pago',
  awaitedText: (merchant) =>
    `Una transferencia puede tardar en llegar. Puede cerrar esta página: ${merchant} recibirá el resultado en cualquier caso.`,
  leavingTitle: 'Le llevamos a la página siguiente',
  leavingText: 'Allí confirma el pago y después vuelve aquí.',
  openElsewhereText:
    'El siguiente paso se abre en otra ventana. Mantenga esta página abierta; continuará por sí sola.',
  openElsewhere: 'Abrir el siguiente paso',
  reconnecting: 'No hay conexión. Seguimos intentándolo; no se le cobrará dos veces.',
  offline: 'No tiene conexión. Lo que ha escrito sigue aquí.',
  notFinished: '¿Aún no ha terminado en la otra página?',
  finishThere: 'Continúe allí. Si ya ha terminado, el resultado aparecerá aquí automáticamente.',
  otherWay: 'Pagar de otra forma',
  notCancelled: (until) =>
    `Todavía no se ha podido cancelar el pago. Seguimos intentándolo; el resultado se sabrá como muy tarde el ${until}.`,
  resultBy: (until) => `El resultado se sabrá como muy tarde el ${until}.`,
  continueThere: 'Continuar allí',

  paidTitle: 'Pago realizado',
  paidText: (amount, merchant) => `Ha pagado ${amount} a ${merchant}.`,
  alreadyPaidTitle: 'Este pedido ya está pagado',
  alreadyPaidText: (merchant) => `No tiene que hacer nada más. ${merchant} ha recibido su pago.`,
  backToShop: (merchant) => `Volver a ${merchant}`,
  returningIn: (seconds) => `Vuelta automática en ${seconds} s`,
  stayHere: 'Quedarse aquí',

  expiredTitle: 'El tiempo para pagar ha terminado',
  expiredText:
    'Empiece de nuevo en la tienda. Si acaba de pagar, la tienda se lo confirmará; un pago que llegue tarde se devuelve automáticamente.',
  linkInvalidTitle: 'Este enlace de pago no funciona aquí',
  linkInvalidText:
    'Puede que esté incompleto o que se haya abierto en otro navegador u otra ventana. Ábralo de nuevo desde la tienda.',
  unreachableTitle: 'No hay conexión',
  unreachableText: 'No se pudo cargar su pedido. Compruebe su conexión e inténtelo de nuevo.',

  notPaidTitle: 'El pago no se ha realizado',
  declined: {
    declined: 'Su banco ha rechazado el pago. Use otra tarjeta u otra forma de pago, o consulte a su banco.',
    insufficient_funds: 'No hay saldo suficiente. Use otra tarjeta u otra forma de pago.',
    expired_card: 'Esta tarjeta ha caducado. Use otra tarjeta.',
    incorrect_cvc: 'El código de seguridad no es correcto. Compruébelo e inténtelo de nuevo.',
    authentication_failed:
      'El pago no se ha confirmado. Inténtelo de nuevo o use otra tarjeta u otra forma de pago.',
    processing_error: 'Algo ha fallado en el banco. No se ha cobrado nada; inténtelo de nuevo.',
    try_another_method: 'Esta forma de pago no funciona en este momento. Elija otra.',
    cancelled_by_consumer: 'Ha cancelado el pago. No se ha cobrado nada.',
    cancelled_at_processor: 'El pago se canceló en la otra página. No se ha cobrado nada.',
  },
  notSent: 'El pago no se ha enviado y no se ha cobrado nada. Inténtelo de nuevo.',
  continuedElsewhere:
    'Ha elegido otra forma de pago en otra pestaña o en otro dispositivo, por lo que desde aquí no se ha enviado nada. Para pagar aquí, vuelva a pulsar el botón.',
  noConnection: 'No hay conexión. Compruebe su red e inténtelo de nuevo.',
  formFailed: 'No se pudo cargar el formulario. Inténtelo de nuevo o elija otra forma de pago.',
  methodUnavailable: 'Esta forma de pago no está disponible en este momento. Elija otra.',
  nothingAvailable: 'No es posible pagar en este momento. Inténtelo de nuevo en unos instantes.',
  tooManyAttempts: 'Demasiados intentos para este pedido. Empiece de nuevo en la tienda.',
  lastMethod: 'Este pedido no admite más intentos. Aún puede terminar el que empezó con el método de abajo.',
  tooFast: 'Ha ido un poco rápido. Espere un momento e inténtelo de nuevo.',
  unexpected: 'Algo ha fallado por nuestra parte. Inténtelo de nuevo.',
  reference: (requestId) => `Referencia: ${requestId}`,

  challenge: {
    challengeTitle: 'Confirmar el pago',
    challengeOnPage: 'Continuar a página completa',
    challengeClose: 'Cerrar',
  },

  cardForm: {
    number: 'Número de tarjeta',
    expiry: 'Fecha de caducidad',
    expiryFormat: 'MM/AA',
    securityCode: 'Código de seguridad',
    numberMissing: 'Introduzca el número de la tarjeta.',
    numberIncomplete: 'El número de la tarjeta es demasiado corto.',
    numberInvalid: 'Compruebe el número de la tarjeta: contiene un error.',
    brandNotAccepted: (brand) => `Aquí no se acepta ${brand}. Use otra tarjeta.`,
    expiryMissing: 'Introduzca la fecha de caducidad.',
    expiryInvalid: 'Introduzca el mes y el año como aparecen en la tarjeta.',
    expiryPast: 'Esta tarjeta ha caducado.',
    securityCodeMissing: 'Introduzca el código de seguridad.',
    securityCodeIncomplete: (digits) => `El código de seguridad tiene ${digits} cifras.`,
  },
};
