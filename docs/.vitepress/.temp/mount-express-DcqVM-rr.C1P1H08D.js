import { u as u$1, l as l$1, o, i } from "./index.B6JVnBle.js";
import { n } from "./await-library-ChhfLhyv.CeoD5Lof.js";
import { f as f$1 } from "./load-library-BY7V-SIV.BjCT1UYC.js";
import { submissionOf as E, localeOf as T } from "./mount-payment-C9cvIMoV.C4guBPaI.js";
import { e } from "./element-appearance-DNj_YS_E.CAR66ua9.js";
const l = { __proto__: null, ProcessorA: `Stripe`, Sandbox: `SandboxElements` }, u = { applePay: `auto`, googlePay: `auto`, link: `auto`, amazonPay: `never`, paypal: `never`, klarna: `never` };
async function d(t, n2, i2, a) {
  let o2 = u$1(t.closing, a.signal), { signal: c } = o2, l2 = (a.methods ?? await n2.paymentMethods()).find(f);
  if (!l2 || t.progress.ended) return null;
  c.throwIfAborted();
  let u2 = await p(t, l2.express, a, c), d2 = document.createElement(`div`);
  d2.className = `kassa-express`, i2.append(d2);
  let g2 = t.progress.follow(() => t.progress.ended && o2.abort());
  c.addEventListener(`abort`, () => {
    g2(), u2.element.destroy(), d2.remove();
  });
  let _2;
  try {
    _2 = await l$1(m(u2.element, d2), c);
  } catch (e2) {
    throw o2.abort(e2), e2;
  }
  return _2.length === 0 ? (o2.abort(), null) : (h(E(t, l2.code, {}, t.closing), l2.express, u2, a), { methodCode: l2.code, wallets: _2, unmount: () => o2.abort() });
}
function f(e2) {
  var _a;
  return l[((_a = e2.express) == null ? void 0 : _a.channelType) ?? ``] !== void 0;
}
async function p({ baseUrl: t, ...r }, { channelType: i2, library: s, publicKey: d2, amount: f2, currency: p2, types: m2 }, h2, g2) {
  let _2 = await l$1(f$1({ attempt: { channelType: i2, extension: { library: s, paymentRenderType: `PROCESSOR_ELEMENT` } }, baseUrl: t }, l), g2), v2 = T({ ...r }, h2);
  try {
    let e$1 = _2(d2, { locale: v2 }), t2 = e$1.elements({ mode: `payment`, amount: f2, currency: p2, locale: v2, captureMethod: `automatic`, allowedPaymentMethodTypes: [...m2], appearance: e(h2.appearance ?? {}) }), { buttonHeight: n2 } = h2;
    return { stripe: e$1, elements: t2, element: t2.create(`expressCheckout`, { paymentMethods: u, ...n2 && { buttonHeight: n2 } }) };
  } catch (e2) {
    throw new o(`The processor's buttons could not be started.`, { cause: e2 });
  }
}
async function m(e2, t) {
  let n$1;
  return await n(`The processor's buttons`, (r, i2) => {
    e2.on(`ready`, ({ availablePaymentMethods: e3 }) => {
      n$1 = e3, r();
    }), e2.on(`loaderror`, ({ error: e3 }) => i2(`did not load: ${e3.message}`)), e2.mount(t);
  }), Object.entries(n$1 ?? {}).flatMap(([e3, t2]) => t2 ? [e3] : []);
}
function h(e2, t, n2, { onError: r }) {
  let { progress: i2 } = e2.parts;
  n2.element.on(`click`, ({ resolve: e3, reject: t2 }) => i2.idle ? e3() : t2()), n2.element.on(`confirm`, (a) => {
    if (!i2.idle) return a.paymentFailed();
    g(e2, t, n2, a).catch((e3) => {
      a.paymentFailed(), r == null ? void 0 : r(e3);
    });
  });
}
async function g(e2, t, { stripe: n2, elements: r }, i2) {
  let { progress: a, watch: o2, api: s } = e2.parts;
  a.confirming();
  let { error: c } = await r.submit();
  if (c) return a.reopen(), i2.paymentFailed();
  let l2, u2 = await e2.tellService(`PROCESSOR_ELEMENT`, { accept: (e3) => {
    v(e3, t), l2 = e3;
  } }), d2 = l2 == null ? void 0 : l2.extension.clientSecret;
  if (!u2 || !l2 || !d2 || u2.answer.transactionId !== l2.transactionId) {
    i2.paymentFailed(), u2 && e2.await();
    return;
  }
  o2.run();
  let f2 = await _({ stripe: n2, elements: r }, d2, l2.returnUrl, i2);
  a.snapshot.phase === `confirming` && (e2.await(), f2 || await s.cancel(l2.transactionId).catch(() => void 0));
}
async function _({ stripe: e2, elements: t }, n2, r, i2) {
  try {
    let { error: a } = await e2.confirmPayment({ elements: t, clientSecret: n2, confirmParams: { return_url: r }, redirect: `if_required` });
    return a && i2.paymentFailed(), (a == null ? void 0 : a.type) !== `validation_error`;
  } catch {
    return i2.paymentFailed(), false;
  }
}
function v({ channelType: e2, extension: n2 }, r) {
  if (!(e2 === r.channelType && n2.publicKey === r.publicKey && n2.clientSecret)) throw new i(n2.paymentRenderType, `it expressly now`);
}
export {
  d as mountExpress
};
