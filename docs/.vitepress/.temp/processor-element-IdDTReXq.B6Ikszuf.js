import { l as l$1, o as o$1 } from "./index.B6JVnBle.js";
import { n } from "./await-library-ChhfLhyv.CeoD5Lof.js";
import { f as f$1 } from "./load-library-BY7V-SIV.BjCT1UYC.js";
import { e } from "./element-appearance-DNj_YS_E.CAR66ua9.js";
import { i } from "./processor-form-Dxa-ng2r.4TSU3GQK.js";
const o = { ProcessorA: `Stripe`, Sandbox: `SandboxElements` }, s = { applePay: `auto`, googlePay: `auto`, link: `never` };
function c(e2) {
  return i(e2, l);
}
async function l(t) {
  let { form: n2, attempt: a, locale: c2, appearance: l2, signal: p } = t, { clientSecret: m, publicKey: h } = a.extension, g = await l$1(f$1(t, o), p), { stripe: _, elements: v, element: y } = u(() => {
    let e$1 = { locale: c2 }, t2 = g(h ?? ``, e$1), n3 = t2.elements({ clientSecret: m ?? ``, ...e$1, appearance: e(l2) });
    return { stripe: t2, elements: n3, element: n3.create(`payment`, { wallets: s }) };
  }), b = document.createElement(`div`);
  n2.append(b);
  let x = true, S = () => {
    x && y.destroy(), x = false, b.remove();
  };
  try {
    await l$1(f(y, b), p);
  } catch (e2) {
    throw S(), e2;
  }
  return { async check() {
    let { error: e2 } = await v.submit();
    return !e2;
  }, async confirm() {
    try {
      let { error: e2 } = await _.confirmPayment({ elements: v, confirmParams: { return_url: a.returnUrl }, redirect: `if_required` });
      return e2 ? d(e2.type) : `sent`;
    } catch {
      return `repeatable`;
    }
  }, setDisabled(e2) {
    x && y.update({ readOnly: e2 });
  }, clear() {
    x && y.clear();
  }, remove: S };
}
function u(e2) {
  try {
    return e2();
  } catch (e3) {
    throw new o$1(`The processor's form could not be started.`, { cause: e3 });
  }
}
function d(e2) {
  return e2 === `validation_error` ? `not_sent` : e2 === `api_connection_error` || e2 === `rate_limit_error` ? `repeatable` : `sent`;
}
function f(e2, t) {
  return n(`The processor's form`, (n2, r) => {
    e2.on(`ready`, n2), e2.on(`loaderror`, ({ error: e3 }) => r(`did not load: ${e3.message}`)), e2.mount(t);
  });
}
export {
  c as createRenderer
};
