import type { PageTexts } from './page-texts.ts';

export const chinese: PageTexts = {
  badge: '测试支付机构——不涉及真实资金',
  footer: '本页面扮演外部支付机构的角色，不会扣款。',
  challenge: {
    heading: '请确认是您本人',
    explanation: '您的银行要求您验证这笔银行卡付款（3-D Secure）。您可以在这里决定结果。',
    approve: '同意',
    fail: '使验证失败',
  },
  wallet: { explanation: '使用您的测试钱包付款，或拒绝以查看失败的付款。', refuse: '拒绝' },
  bank: { explanation: '同意从您的测试账户转账，或将其取消。', cancel: '取消' },
  pay: '支付 {amount}',
  returnsTo: '返回至',
  reference: '参考号',
  card: '银行卡',
  standing: {
    created: '这笔付款正在等待银行卡',
    requires_action: '这笔付款正在等待 3-D Secure',
    processing: '这笔付款正在处理',
    succeeded: '这笔付款已结束：已支付',
    failed: '这笔付款已结束：失败',
    cancelled: '这笔付款已结束：已取消',
  },
  backToShop: '返回商店',
  unknownLink: {
    title: '未知链接',
    heading: '此链接没有对应的付款',
    explanation: '链接可能不完整。请返回商店并重新开始付款。',
  },
};
