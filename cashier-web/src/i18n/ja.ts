import type { Messages } from './messages.ts';

export const messages: Messages = {
  checkout: 'お支払い',
  pageTitle: (amount, merchant) => `${merchant}への${amount}のお支払い`,
  payTo: (merchant) => `お支払い先：${merchant}`,
  total: '合計',
  orderDetails: 'ご注文の内容',
  quantity: (count, price) => `${count} × ${price}`,
  timeLeft: 'お支払い期限まで',
  minutesLeft: (minutes) => `お支払い期限まであと${minutes}分です。`,
  language: '言語',
  sandbox: 'テスト環境 – 実際の請求はありません',
  loading: 'ご注文を読み込んでいます…',

  paymentMethod: 'お支払い方法を選択してください',
  methodNames: {
    card: 'カード',
    card_element: 'カード（エレメント）',
    card_component: 'カード（コンポーネント）',
    bank_transfer: '銀行振込',
    bank_transfer_reference: '参照番号による銀行振込',
  },
  pay: (amount) => `${amount}を支払う`,
  continueWith: (method) => `${method}に進む`,
  redirectExplained: (method) => `次のページ（${method}）でお支払いになり、その後ここに戻ります。`,
  notStored: 'カード番号とセキュリティコードが保存されることはありません。',
  goesToProcessor: 'カード情報はショップではなく、決済代行会社に直接送信されます。',
  cancel: (merchant) => `キャンセルして${merchant}に戻る`,
  retry: 'もう一度試す',

  paying: '処理しています…',
  processingTitle: 'お支払いを処理しています',
  processingText: '通常は数秒で完了します。このページを開いたままお待ちください。',
  processingLong: (merchant) =>
    `いつもより時間がかかっています。このページを閉じても、結果は${merchant}に届きます。`,
  awaitedTitle: 'お支払いをお待ちしています',
  awaitedText: (merchant) =>
    `振込の到着には時間がかかることがあります。このページを閉じても、結果は${merchant}に届きます。`,
  leavingTitle: '次のページに移動しています',
  leavingText: 'そちらでお支払いを確認し、その後ここに戻ります。',
  openElsewhereText:
    '次の手順は別のウィンドウで開きます。このページは開いたままにしてください。自動的に続行します。',
  openElsewhere: '次の手順を開く',
  reconnecting: '接続できません。再試行を続けています。二重に請求されることはありません。',
  offline: 'オフラインです。入力した内容はそのまま残ります。',
  notFinished: '別のページでの手続きがまだ終わっていませんか？',
  finishThere: 'そちらで手続きを続けてください。お済みの場合は、結果がここに表示されます。',
  otherWay: '別の方法で支払う',
  notCancelled: (until) =>
    `まだキャンセルできていません。引き続き試します。結果は遅くとも${until}までに確定します。`,
  resultBy: (until) => `結果は遅くとも${until}までに確定します。`,
  continueThere: 'そちらで続ける',

  paidTitle: 'お支払いが完了しました',
  paidText: (amount, merchant) => `${merchant}に${amount}を支払いました。`,
  alreadyPaidTitle: 'このご注文は支払い済みです',
  alreadyPaidText: (merchant) => `ほかに必要な手続きはありません。${merchant}がお支払いを受け取りました。`,
  backToShop: (merchant) => `${merchant}に戻る`,
  returningIn: (seconds) => `${seconds}秒後に自動的に戻ります`,
  stayHere: 'このページにとどまる',

  expiredTitle: 'お支払い期限が過ぎました',
  expiredText:
    'ショップからもう一度お手続きください。たった今お支払いになった場合は、ショップから確認の連絡があります。期限後に届いたお支払いは自動的に返金されます。',
  linkInvalidTitle: 'このお支払いリンクはここでは使えません',
  linkInvalidText:
    'リンクが不完全か、別のブラウザーまたはウィンドウで開かれた可能性があります。ショップからもう一度開いてください。',
  unreachableTitle: '接続できません',
  unreachableText: 'ご注文を読み込めませんでした。接続を確認して、もう一度お試しください。',

  notPaidTitle: 'お支払いは完了しませんでした',
  declined: {
    declined: '銀行がお支払いを承認しませんでした。別のカードや方法を使うか、銀行にお問い合わせください。',
    insufficient_funds: '残高が不足しています。別のカードや方法をお使いください。',
    expired_card: 'このカードは有効期限が切れています。別のカードをお使いください。',
    incorrect_cvc: 'セキュリティコードが正しくありません。確認して、もう一度お試しください。',
    authentication_failed:
      'お支払いが確認されませんでした。もう一度試すか、別のカードや方法をお使いください。',
    processing_error: '銀行側で問題が発生しました。請求はされていません。もう一度お試しください。',
    try_another_method: 'この方法は現在ご利用になれません。別の方法を選択してください。',
    cancelled_by_consumer: 'お支払いをキャンセルしました。請求はされていません。',
    cancelled_at_processor: '別のページでキャンセルされました。請求はされていません。',
  },
  notSent: 'お支払いは送信されず、請求もされていません。もう一度お試しください。',
  continuedElsewhere:
    '別のタブまたは別の端末で他のお支払い方法が選択されたため、この画面からは何も送信されていません。ここでお支払いになる場合は、もう一度ボタンを押してください。',
  noConnection: '接続できません。ネットワークを確認して、もう一度お試しください。',
  formFailed: 'フォームを読み込めませんでした。もう一度試すか、別の方法を選択してください。',
  methodUnavailable: 'この方法は現在ご利用になれません。別の方法を選択してください。',
  nothingAvailable: '現在お支払いいただけません。しばらくしてから、もう一度お試しください。',
  tooManyAttempts: 'このご注文での試行回数が上限に達しました。ショップからもう一度お手続きください。',
  lastMethod:
    'このご注文では、これ以上お支払いをやり直せません。下の方法で始めたお支払いは、まだ完了できます。',
  tooFast: '操作が少し速すぎます。しばらく待ってから、もう一度お試しください。',
  unexpected: 'こちらで問題が発生しました。もう一度お試しください。',
  reference: (requestId) => `お問い合わせ番号：${requestId}`,

  challenge: {
    challengeTitle: 'お支払いの確認',
    challengeOnPage: 'ページ全体で続ける',
    challengeClose: '閉じる',
  },

  cardForm: {
    number: 'カード番号',
    expiry: '有効期限',
    expiryFormat: '月/年',
    securityCode: 'セキュリティコード',
    numberMissing: 'カード番号を入力してください。',
    numberIncomplete: 'カード番号の桁数が足りません。',
    numberInvalid: 'カード番号を確認してください。入力に誤りがあります。',
    brandNotAccepted: (brand) => `${brand}はご利用になれません。別のカードをお使いください。`,
    expiryMissing: '有効期限を入力してください。',
    expiryInvalid: 'カードに記載のとおり月と年を入力してください。',
    expiryPast: 'このカードは有効期限が切れています。',
    securityCodeMissing: 'セキュリティコードを入力してください。',
    securityCodeIncomplete: (digits) => `セキュリティコードは${digits}桁です。`,
  },
};
