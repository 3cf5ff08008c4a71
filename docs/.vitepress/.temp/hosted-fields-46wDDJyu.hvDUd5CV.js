var __defProp = Object.defineProperty;
var __typeError = (msg) => {
  throw TypeError(msg);
};
var __defNormalProp = (obj, key, value) => key in obj ? __defProp(obj, key, { enumerable: true, configurable: true, writable: true, value }) : obj[key] = value;
var __publicField = (obj, key, value) => __defNormalProp(obj, typeof key !== "symbol" ? key + "" : key, value);
var __accessCheck = (obj, member, msg) => member.has(obj) || __typeError("Cannot " + msg);
var __privateGet = (obj, member, getter) => (__accessCheck(obj, member, "read from private field"), getter ? getter.call(obj) : member.get(obj));
var __privateAdd = (obj, member, value) => member.has(obj) ? __typeError("Cannot add the same private member more than once") : member instanceof WeakSet ? member.add(obj) : member.set(obj, value);
var __privateSet = (obj, member, value, setter) => (__accessCheck(obj, member, "write to private field"), setter ? setter.call(obj, value) : member.set(obj, value), value);
var __privateMethod = (obj, member, method) => (__accessCheck(obj, member, "access private method"), method);
var _e, _t, _n, _r, _i, _a, _o, _s, _c, _c_instances, l_fn, u_fn, d_fn, _a2;
import { l as l$1, b as t, n as n$1, c as c$1 } from "./index.B6JVnBle.js";
import { n } from "./await-library-ChhfLhyv.CeoD5Lof.js";
const a = { check: 1e4, submit: 2e5 }, o = { number: `Card number`, expiry: `Expiry date`, "security-code": `Security code` };
async function s(r) {
  let { form: a2, submission: o2, signal: s2, emit: u2 } = r;
  l(r.order.allowed_origins);
  let d2 = new c(r);
  return d2.show(a2), await l$1(n(`The card fields`, (e, t2) => {
    d2.onNews = (n2) => {
      n2.type === `ready` && e(), n2.type === `failed` && t2(`did not load: ${n2.why}`), n2.type === `enter` && a2.requestSubmit(), n2.type === `event` && u2(n2.name, n2.detail);
    };
  }), s2).catch((e) => {
    throw d2.remove(), e;
  }), { async pay() {
    let { isValid: e, field: r2 } = await d2.ask({ type: `check` });
    return e ? o2.payByService(`OWN_FORM`, async (e2) => {
      let r3 = await d2.ask({ type: `submit`, payment: e2 });
      if (`result` in r3) return r3.result;
      throw `refusal` in r3 ? new t(r3.refusal, r3.retryAfterMs) : new n$1(r3.lost);
    }).finally(() => d2.tell({ type: `release` })) : (d2.focus(r2), { status: `invalid` });
  }, clear: () => d2.tell({ type: `clear` }), declined: (e) => d2.tell({ type: `refused`, field: e }), remove: () => d2.remove() };
}
var c = (_a2 = class {
  constructor(e) {
    __privateAdd(this, _c_instances);
    __publicField(this, "onNews", () => void 0);
    __privateAdd(this, _e);
    __privateAdd(this, _t);
    __privateAdd(this, _n, Math.random().toString(36).slice(2));
    __privateAdd(this, _r);
    __privateAdd(this, _i, document.createElement(`iframe`));
    __privateAdd(this, _a, /* @__PURE__ */ new Set());
    __privateAdd(this, _o, new AbortController());
    __privateAdd(this, _s, /* @__PURE__ */ new Set());
    __privateAdd(this, _c, null);
    let { baseUrl: t2, order: n2, texts: r, fields: i } = e;
    __privateSet(this, _e, e), __privateSet(this, _t, new URL(`/checkout/${n2.order_id}/fields`, t2));
    let a2 = i ? [`number`, `expiry`, `security-code`] : [`number`];
    __privateSet(this, _r, new Map(a2.map((e2) => [e2, e2 === `number` ? __privateGet(this, _i) : document.createElement(`iframe`)])));
    let s2 = { ...r, "security-code": r.securityCode };
    for (let [t3, n3] of __privateGet(this, _r)) n3.title = i ? s2[t3] ?? o[t3] : r.cardFields ?? `Card details`, n3.src = __privateGet(this, _t).href + (t3 === `number` ? `` : `#${t3}.${__privateGet(this, _n)}`), Object.assign(n3.style, { display: `block`, width: `calc(100% + 8px)`, height: `0`, margin: `-4px`, border: `0`, colorScheme: p(e.form) });
    addEventListener(`message`, (e2) => __privateMethod(this, _c_instances, l_fn).call(this, e2), __privateGet(this, _o));
  }
  show(e) {
    let { fields: t2 } = __privateGet(this, _e);
    for (let [n2, r] of __privateGet(this, _r)) ((t2 == null ? void 0 : t2[n2]) ?? e).append(r);
  }
  focus(e = `number`) {
    let t2 = __privateGet(this, _r).get(e) ?? __privateGet(this, _i);
    document.activeElement !== t2 && t2.focus();
  }
  ask(e) {
    return new Promise((n2, r) => {
      var _a3;
      let { port1: i, port2: o2 } = new MessageChannel();
      __privateGet(this, _s).add(r);
      let s2 = setTimeout(() => r(new n$1(`The card fields do not answer.`)), a[e.type]);
      i.onmessage = ({ data: e2 }) => {
        clearTimeout(s2), __privateGet(this, _s).delete(r), i.close(), n2(e2);
      }, (_a3 = __privateGet(this, _c)) == null ? void 0 : _a3.postMessage(e, [o2]);
    });
  }
  tell(e) {
    var _a3;
    (_a3 = __privateGet(this, _c)) == null ? void 0 : _a3.postMessage(e);
  }
  remove() {
    __privateGet(this, _o).abort(), __privateMethod(this, _c_instances, d_fn).call(this);
    for (let e of __privateGet(this, _r).values()) e.remove();
  }
}, _e = new WeakMap(), _t = new WeakMap(), _n = new WeakMap(), _r = new WeakMap(), _i = new WeakMap(), _a = new WeakMap(), _o = new WeakMap(), _s = new WeakMap(), _c = new WeakMap(), _c_instances = new WeakSet(), l_fn = function({ data: e, origin: t2, source: n2 }) {
  let r = [...__privateGet(this, _r).values()].find(({ contentWindow: e2 }) => e2 === n2);
  !r || t2 !== __privateGet(this, _t).origin || (e == null ? void 0 : e.source) !== `kassa-card-frame` || (__privateGet(this, _c) && r !== __privateGet(this, _i) && (__privateGet(this, _a).delete(__privateGet(this, _i)), __privateGet(this, _i).src = __privateGet(this, _t).href), __privateGet(this, _a).add(r), __privateGet(this, _a).size === __privateGet(this, _r).size && __privateMethod(this, _c_instances, u_fn).call(this));
}, u_fn = function() {
  var _a3;
  __privateMethod(this, _c_instances, d_fn).call(this);
  let { port1: e, port2: t2 } = new MessageChannel();
  __privateSet(this, _c, e), e.onmessage = ({ data: e2 }) => {
    if (e2.type === `height` && e2.height <= 2e3) {
      let t3 = __privateGet(this, _r).get(e2.field ?? `number`);
      t3 && (t3.style.height = `${e2.height}px`);
    }
    this.onNews(e2);
  };
  let n2 = __privateGet(this, _r).size > 1 ? { group: __privateGet(this, _n) } : {}, r = { ...u(__privateGet(this, _e)), ...n2 };
  (_a3 = __privateGet(this, _i).contentWindow) == null ? void 0 : _a3.postMessage(r, __privateGet(this, _t).origin, [t2]);
}, d_fn = function() {
  var _a3;
  (_a3 = __privateGet(this, _c)) == null ? void 0 : _a3.close(), __privateSet(this, _c, null);
  for (let e of __privateGet(this, _s)) e(new n$1(`The card fields are gone.`));
  __privateGet(this, _s).clear();
}, _a2);
function l(e) {
  let t2 = [location.origin, ...Array.from(location.ancestorOrigins ?? [])].find((t3) => !e.includes(t3));
  if (t2) throw new c$1(`${t2} is not an allowed origin.`);
}
function u(e) {
  let { attempt: t2, submission: n2 } = e;
  return { source: `kassa-card-page`, session: n2.parts.api.connection.session, cardBrands: t2.cardBrands, texts: d(e), look: f(e) };
}
function d({ texts: e }) {
  let { brandNotAccepted: t2, securityCodeIncomplete: n2, ...r } = e;
  return { ...r, ...t2 && { brandNotAccepted: t2(`{brand}`) }, ...n2 && { securityCodeIncomplete3: n2(3), securityCodeIncomplete4: n2(4) } };
}
function f({ form: e, appearance: t2, locale: n2 }) {
  let { color: r, direction: i, fontFamily: a2, fontSize: o2 } = getComputedStyle(e);
  return { locale: n2, direction: i, colorScheme: p(e), colorLabel: r, variables: { fontFamily: a2, fontSizeBase: o2, ...t2.variables }, ...t2.rules && { rules: t2.rules } };
}
function p(e) {
  let { colorScheme: t2 } = getComputedStyle(e), n2 = t2.includes(`light`) ? matchMedia(`(prefers-color-scheme: dark)`).matches : true;
  return t2.includes(`dark`) && n2 ? `dark` : `light`;
}
export {
  s as createRenderer
};
