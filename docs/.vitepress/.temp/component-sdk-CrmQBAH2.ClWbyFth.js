import { i as i$1, l as l$1, o as o$1 } from "./index.B6JVnBle.js";
import { n } from "./await-library-ChhfLhyv.CeoD5Lof.js";
import { f as f$1 } from "./load-library-BY7V-SIV.BjCT1UYC.js";
import { i } from "./processor-form-Dxa-ng2r.4TSU3GQK.js";
const o = { ProcessorB: `AdyenWeb`, Sandbox: `SandboxComponents` };
function s(e) {
  return i(e, c);
}
async function c(r) {
  let { form: a, attempt: s2, appearance: c2, signal: u2 } = r, { paymentRenderType: d2, component: { type: f2 } = {} } = s2.extension;
  if (f2 !== `Card`) throw new i$1(d2, `the component ${f2}`);
  let m = await l$1(f$1(r, o), u2), h = {}, g = document.createElement(`div`);
  p(g, c2), a.append(g);
  let _ = await l$1(l(m, r, g, h), u2).catch((e) => {
    throw g.remove(), u2.throwIfAborted(), new o$1(`The component ${f2} could not be started.`, { cause: e });
  }), v = () => new Promise((e) => {
    let t = setTimeout(e, 500), n2 = () => {
      _.isValid && (clearTimeout(t), e());
    };
    h.change = n2, n2();
  }), y = () => (_.isValid || _.showValidation(), _.isValid);
  return { async check() {
    return await v(), y();
  }, confirm: () => new Promise((e) => {
    h.settle = e, y() ? _.submit() : e(`not_sent`);
  }), setDisabled(e) {
    _.setStatus(e ? `loading` : `ready`);
  }, clear() {
    _.unmount(), _.mount(g);
  }, remove() {
    _.remove(), g.remove();
  } };
}
async function l(t, n$1, i2, a) {
  let { appearance: o2, signal: s2 } = n$1, c2 = await t.AdyenCheckout(u(n$1, a));
  s2.throwIfAborted();
  let l2 = new t.Card(c2, { showPayButton: false, styles: f(o2), onConfigSuccess: () => {
    var _a;
    return (_a = a.start) == null ? void 0 : _a.call(a);
  } });
  return await l$1(n(`The fields`, (e, t2) => {
    a.start = e, a.fail = ({ message: e2 }) => t2(`did not load: ${e2}`), l2.mount(i2);
  }), s2).catch((e) => {
    throw l2.remove(), e;
  }), l2;
}
function u({ form: e, attempt: t, locale: n2 }, r) {
  let { publicKey: i2 = ``, component: a } = t.extension, { environment: o2, session: s2 } = a;
  return { environment: o2, session: s2, clientKey: i2, locale: n2, onPaymentCompleted: (e2) => {
    var _a;
    return (_a = r.settle) == null ? void 0 : _a.call(r, d(e2));
  }, onPaymentFailed: (e2) => {
    var _a;
    return (_a = r.settle) == null ? void 0 : _a.call(r, d(e2));
  }, onError: (e2) => {
    var _a, _b;
    e2 instanceof Error && ((_a = r.fail) == null ? void 0 : _a.call(r, e2), (_b = r.settle) == null ? void 0 : _b.call(r, e2.name === `CANCEL` ? `not_sent` : `sent`));
  }, beforeRedirect: (e2, t2, { method: n3, url: i3 }) => {
    var _a;
    n3 === `GET` ? (_a = r.settle) == null ? void 0 : _a.call(r, { leadsTo: i3 }) : e2();
  }, onEnterKeyPressed: () => e.requestSubmit(), onChange: () => {
    var _a;
    return (_a = r.change) == null ? void 0 : _a.call(r);
  } };
}
function d(e) {
  let { sessionResult: t } = e ?? {};
  return t ? { sessionResult: t } : `sent`;
}
function f({ variables: e = {}, rules: t = {} }) {
  let { colorText: n2, colorTextPlaceholder: r, colorDanger: i2 } = e, { color: a = n2, letterSpacing: o2, fontWeight: s2, ...c2 } = t[`.Input`] ?? {}, { fontFamily: l2 = e.fontFamily, fontSize: u2 = e.fontSizeBase } = c2;
  return JSON.parse(JSON.stringify({ base: { color: a, fontFamily: l2, fontSize: u2, fontWeight: s2, letterSpacing: o2 }, placeholder: { color: r }, error: { color: i2 } }));
}
function p({ style: e }, { variables: t = {} }) {
  for (let [n2, r] of Object.entries({ colorPrimary: `--adyen-sdk-color-outline-primary-active`, colorBackground: `--adyen-sdk-color-background-primary`, colorText: `--adyen-sdk-color-label-primary`, colorBorder: `--adyen-sdk-color-outline-primary`, colorDanger: `--adyen-sdk-color-outline-critical`, borderRadius: `--adyen-sdk-border-radius-m`, fontSizeBase: `--adyen-sdk-text-body-font-size` })) e.setProperty(r, t[n2] ?? ``);
}
export {
  s as createRenderer
};
