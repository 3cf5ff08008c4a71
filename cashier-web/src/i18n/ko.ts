import type { Messages } from './messages.ts';

/**
 * In Korean, the form of a particle after a name depends on how the name sounds. So in these texts no particle follows a name.
 */
export const messages: Messages = {
  checkout: '결제',
  pageTitle: (amount, merchant) => `${merchant} – ${amount} 결제`,
  payTo: (merchant) => `결제 대상: ${merchant}`,
  total: '합계',
  orderDetails: '주문 내역',
  quantity: (count, price) => `${count} × ${price}`,
  timeLeft: '남은 결제 시간',
  minutesLeft: (minutes) => `결제 시간이 ${minutes}분 남았습니다.`,
  language: '언어',
  sandbox: '테스트 환경 – 실제 결제가 아닙니다',
  loading: '주문을 불러오는 중…',

  paymentMethod: '결제 수단을 선택하세요',
  methodNames: {
    card: '카드',
    card_element: '카드(엘리먼트)',
    card_component: '카드(컴포넌트)',
    bank_transfer: '계좌 이체',
    bank_transfer_reference: '참조 번호 계좌 이체',
  },
  pay: (amount) => `${amount} 결제하기`,
  continueWith: (method) => `계속하기: ${method}`,
  redirectExplained: (method) => `다음 페이지(${method})에서 결제한 뒤 여기로 돌아옵니다.`,
  notStored: '카드 번호와 보안 코드는 절대 저장되지 않습니다.',
  goesToProcessor: '카드 정보는 상점이 아니라 결제 대행사로 바로 전송됩니다.',
  cancel: (merchant) => `취소하고 돌아가기: ${merchant}`,
  retry: '다시 시도',

  paying: '처리 중…',
  processingTitle: '결제를 처리하고 있습니다',
  processingText: '보통 몇 초면 끝납니다. 이 페이지를 열어 두세요.',
  processingLong: (merchant) =>
    `평소보다 오래 걸리고 있습니다. 이 페이지를 닫아도 결과는 판매자(${merchant})에게 전달됩니다.`,
  awaitedTitle: '결제를 기다리고 있습니다',
  awaitedText: (merchant) =>
    `송금이 도착하기까지 시간이 걸릴 수 있습니다. 이 페이지를 닫아도 결과는 판매자(${merchant})에게 전달됩니다.`,
  leavingTitle: '다음 페이지로 이동합니다',
  leavingText: '그곳에서 결제를 확인한 뒤 여기로 돌아옵니다.',
  openElsewhereText: '다음 단계는 별도의 창에서 열립니다. 이 페이지를 열어 두면 자동으로 이어집니다.',
  openElsewhere: '다음 단계 열기',
  reconnecting: '연결되지 않았습니다. 계속 시도하고 있으며 두 번 청구되지 않습니다.',
  offline: '오프라인 상태입니다. 입력한 내용은 그대로 남아 있습니다.',
  notFinished: '다른 페이지에서 아직 끝내지 못하셨나요?',
  finishThere: '그곳에서 계속해 주세요. 이미 끝내셨다면 결과가 여기에 자동으로 표시됩니다.',
  otherWay: '다른 방법으로 결제',
  notCancelled: (until) =>
    `결제를 아직 취소하지 못했습니다. 계속 시도하고 있으며, 늦어도 ${until}까지 결과가 확인됩니다.`,
  resultBy: (until) => `늦어도 ${until}까지 결과가 확인됩니다.`,
  continueThere: '그곳에서 계속하기',

  paidTitle: '결제가 완료되었습니다',
  paidText: (amount, merchant) => `${merchant} – ${amount} 결제되었습니다.`,
  alreadyPaidTitle: '이미 결제된 주문입니다',
  alreadyPaidText: (merchant) => `더 하실 일이 없습니다. 판매자(${merchant})가 결제를 받았습니다.`,
  backToShop: (merchant) => `돌아가기: ${merchant}`,
  returningIn: (seconds) => `${seconds}초 후 자동으로 돌아갑니다`,
  stayHere: '여기에 머무르기',

  expiredTitle: '결제 시간이 지났습니다',
  expiredText:
    '상점에서 다시 시작해 주세요. 방금 결제하셨다면 상점에서 확인해 드리며, 늦게 도착한 결제는 자동으로 환불됩니다.',
  linkInvalidTitle: '이 결제 링크는 여기서 사용할 수 없습니다',
  linkInvalidText:
    '링크가 불완전하거나 다른 브라우저 또는 창에서 열렸을 수 있습니다. 상점에서 다시 열어 주세요.',
  unreachableTitle: '연결되지 않았습니다',
  unreachableText: '주문을 불러오지 못했습니다. 연결을 확인하고 다시 시도해 주세요.',

  notPaidTitle: '결제가 이루어지지 않았습니다',
  declined: {
    declined: '은행에서 결제를 거절했습니다. 다른 카드나 수단을 사용하거나 은행에 문의하세요.',
    insufficient_funds: '잔액이 부족합니다. 다른 카드나 수단을 사용하세요.',
    expired_card: '유효 기간이 지난 카드입니다. 다른 카드를 사용하세요.',
    incorrect_cvc: '보안 코드가 올바르지 않습니다. 확인하고 다시 시도하세요.',
    authentication_failed: '결제가 확인되지 않았습니다. 다시 시도하거나 다른 카드나 수단을 사용하세요.',
    processing_error: '은행에서 문제가 발생했습니다. 청구된 금액은 없습니다. 다시 시도해 주세요.',
    try_another_method: '이 결제 수단은 지금 사용할 수 없습니다. 다른 수단을 선택하세요.',
    cancelled_by_consumer: '결제를 취소하셨습니다. 청구된 금액은 없습니다.',
    cancelled_at_processor: '다른 페이지에서 결제가 취소되었습니다. 청구된 금액은 없습니다.',
  },
  notSent: '결제가 전송되지 않았고 청구된 금액은 없습니다. 다시 시도해 주세요.',
  continuedElsewhere:
    '다른 탭이나 다른 기기에서 다른 결제 수단을 선택하셨으므로 여기에서는 아무것도 전송되지 않았습니다. 여기에서 결제하려면 버튼을 다시 눌러 주세요.',
  noConnection: '연결되지 않았습니다. 네트워크를 확인하고 다시 시도하세요.',
  formFailed: '양식을 불러오지 못했습니다. 다시 시도하거나 다른 수단을 선택하세요.',
  methodUnavailable: '이 결제 수단은 지금 사용할 수 없습니다. 다른 수단을 선택하세요.',
  nothingAvailable: '지금은 결제할 수 없습니다. 잠시 후 다시 시도하세요.',
  tooManyAttempts: '이 주문의 시도 횟수가 너무 많습니다. 상점에서 다시 시작해 주세요.',
  lastMethod:
    '이 주문은 더 이상 새로 시도할 수 없습니다. 아래 방법으로 시작한 결제는 아직 완료할 수 있습니다.',
  tooFast: '요청이 너무 빠릅니다. 잠시 기다렸다가 다시 시도하세요.',
  unexpected: '저희 쪽에서 문제가 발생했습니다. 다시 시도해 주세요.',
  reference: (requestId) => `문의 번호: ${requestId}`,

  challenge: {
    challengeTitle: '결제 확인',
    challengeOnPage: '전체 페이지에서 계속하기',
    challengeClose: '닫기',
  },

  cardForm: {
    number: '카드 번호',
    expiry: '유효 기간',
    expiryFormat: '월/년',
    securityCode: '보안 코드',
    numberMissing: '카드 번호를 입력하세요.',
    numberIncomplete: '카드 번호가 너무 짧습니다.',
    numberInvalid: '카드 번호를 확인하세요. 잘못 입력된 부분이 있습니다.',
    brandNotAccepted: (brand) => `${brand} 카드는 사용할 수 없습니다. 다른 카드를 사용하세요.`,
    expiryMissing: '유효 기간을 입력하세요.',
    expiryInvalid: '카드에 적힌 대로 월과 연도를 입력하세요.',
    expiryPast: '유효 기간이 지난 카드입니다.',
    securityCodeMissing: '보안 코드를 입력하세요.',
    securityCodeIncomplete: (digits) => `보안 코드는 ${digits}자리입니다.`,
  },
};
