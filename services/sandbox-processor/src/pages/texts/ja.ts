import type { PageTexts } from './page-texts.ts';

export const japanese: PageTexts = {
  badge: 'テスト用決済会社（実際のお金は動きません）',
  footer: 'このページは外部の決済会社の役を演じています。請求は発生しません。',
  challenge: {
    heading: 'ご本人であることを確認してください',
    explanation: 'カード会社がこのカード払いの本人認証（3-D Secure）を求めています。ここで結果を選べます。',
    approve: '承認する',
    fail: '認証を失敗させる',
  },
  wallet: {
    explanation: 'テスト用ウォレットで支払うか、拒否して失敗した支払いを確認してください。',
    refuse: '拒否する',
  },
  bank: { explanation: 'テスト用口座からのこの振込を承認するか、取り消してください。', cancel: '取り消す' },
  voucher: {
    heading: '銀行から送金してください',
    explanation:
      '送金を確認できるよう、この参照番号を正確に入力してください。このページは閉じてもかまいません。入金があるとショップに通知されます。',
    partlyPaid: '{amount}が届いています。残りを送金してください。',
    recipient: '受取人',
    transferReference: '支払参照番号',
    amount: '金額',
    until: '支払期限',
    copy: 'コピー',
    copied: 'コピーしました。',
    cancel: 'キャンセルして別の方法で支払う',
    testBank: 'お試し用：テスト銀行を開く',
    standing: {
      paid: '入金を確認しました：支払済み',
      cancelled: 'この送金はキャンセルされました',
      expired: 'この送金の期限が過ぎました',
    },
    moneyGoesBack: 'これ以上送金しないでください。届いたお金は返金されます。',
  },
  pay: '{amount} を支払う',
  returnsTo: '戻り先',
  reference: '照会番号',
  card: 'カード',
  standing: {
    created: 'この支払いはカードを待っています',
    requires_action: 'この支払いは 3-D Secure を待っています',
    processing: 'この支払いは処理中です',
    succeeded: 'この支払いは完了しました：支払い済み',
    failed: 'この支払いは完了しました：失敗',
    cancelled: 'この支払いは完了しました：取り消し',
  },
  backToShop: 'ショップに戻る',
  unknownLink: {
    title: '不明なリンク',
    heading: 'このリンクに対応する支払いはありません',
    explanation: 'リンクの一部が欠けている可能性があります。ショップに戻り、もう一度支払いを始めてください。',
  },
};
