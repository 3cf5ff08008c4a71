import type { PageTexts } from './page-texts.ts';

export const korean: PageTexts = {
  badge: '테스트 결제 업체 — 실제 돈이 아닙니다',
  footer: '이 페이지는 외부 결제 처리 업체의 역할을 합니다. 실제로 청구되지 않습니다.',
  challenge: {
    heading: '본인임을 확인하세요',
    explanation:
      '은행에서 이 카드 결제의 본인 인증(3-D Secure)을 요청합니다. 결과를 여기서 정할 수 있습니다.',
    approve: '승인',
    fail: '인증 실패 처리',
  },
  wallet: { explanation: '테스트 지갑으로 결제하거나, 거부하여 실패한 결제를 확인하세요.', refuse: '거부' },
  bank: { explanation: '테스트 계좌에서의 이 이체를 승인하거나 취소하세요.', cancel: '취소' },
  voucher: {
    heading: '은행에서 송금해 주세요',
    explanation:
      '송금을 확인할 수 있도록 이 참조 번호를 정확히 입력하세요. 이 페이지를 나가도 됩니다. 입금되면 상점에 알려집니다.',
    partlyPaid: '{amount}이(가) 입금되었습니다. 나머지를 송금해 주세요.',
    recipient: '받는 사람',
    transferReference: '결제 참조 번호',
    amount: '금액',
    until: '결제 기한',
    copy: '복사',
    copied: '복사했습니다.',
    cancel: '취소하고 다른 방법으로 결제',
    testBank: '체험하기: 테스트 은행 열기',
    standing: {
      paid: '송금이 도착했습니다: 결제 완료',
      cancelled: '이 송금은 취소되었습니다',
      expired: '이 송금의 기한이 지났습니다',
    },
    moneyGoesBack: '더 이상 송금하지 마세요. 입금된 돈은 돌려드립니다.',
  },
  pay: '{amount} 결제',
  returnsTo: '돌아갈 곳',
  reference: '참조 번호',
  card: '카드',
  standing: {
    created: '이 결제는 카드를 기다리고 있습니다',
    requires_action: '이 결제는 3-D Secure를 기다리고 있습니다',
    processing: '이 결제를 처리하고 있습니다',
    succeeded: '이 결제가 끝났습니다: 결제됨',
    failed: '이 결제가 끝났습니다: 실패',
    cancelled: '이 결제가 끝났습니다: 취소됨',
  },
  backToShop: '상점으로 돌아가기',
  unknownLink: {
    title: '알 수 없는 링크',
    heading: '이 링크에 해당하는 결제가 없습니다',
    explanation: '링크의 일부가 빠졌을 수 있습니다. 상점으로 돌아가 결제를 다시 시작하세요.',
  },
};
