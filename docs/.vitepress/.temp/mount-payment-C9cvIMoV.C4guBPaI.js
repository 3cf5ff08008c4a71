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
var _e, _t, _d_instances, n_fn, _a, _b_instances, e_fn, t_fn, _b;
import { u as u$1, l, s, t, e, i, p as p$1, f as f$1, n, a } from "./index.B6JVnBle.js";
function u(e2, t2) {
  let n2, r = ({ target: e3, inputType: r2 }) => {
    let i3 = t2.findIndex(({ input: t3 }) => t3 === e3), [a2, o] = t2.slice(i3);
    n2 = void 0, !(!/^insert[TCF]/.test(r2 ?? ``) || !(a2 == null ? void 0 : a2.isWhole) || !o || o.input.value) && a2.input.selectionEnd === a2.input.value.length && (o.input.focus(), n2 = o.input);
  }, i2 = (t3) => {
    let { key: r2, target: i3 } = t3, a2 = r2 === `Tab` && !t3.shiftKey && i3 === n2;
    n2 = void 0;
    let o = r2 === `Enter` && !t3.isComposing;
    (a2 || o) && t3.preventDefault(), o && e2.requestSubmit();
  };
  for (let { root: e3 } of t2) e3.addEventListener(`input`, r), e3.addEventListener(`keydown`, i2);
}
var d = (_a = class {
  constructor(e2) {
    __privateAdd(this, _d_instances);
    __publicField(this, "methodCode");
    __publicField(this, "renderType");
    __privateAdd(this, _e);
    __privateAdd(this, _t, null);
    let { attempt: t2, form: n2, renderer: r, submission: i2, life: a2 } = e2, { methodCode: o, progress: s2 } = i2.parts;
    __privateSet(this, _e, e2), this.methodCode = o, this.renderType = t2.extension.paymentRenderType, r.fields && u(n2, r.fields);
    let { failure: c, phase: l2 } = s2.snapshot, d2 = s2.follow(({ phase: e3, failure: t3 }) => {
      var _a2, _b2;
      l2 === `submitting` && s2.idle && __privateSet(this, _t, null), l2 = e3, t3 === `incorrect_cvc` && t3 !== c && ((_a2 = r.declined) == null ? void 0 : _a2.call(r, `security-code`)), t3 === `expired_card` && t3 !== c && ((_b2 = r.declined) == null ? void 0 : _b2.call(r, `expiry`)), c = t3, (s2.ended || e3 === `redirecting`) && this.clear();
    });
    a2.signal.addEventListener(`abort`, () => {
      var _a2, _b2;
      (_a2 = __privateGet(this, _t)) == null ? void 0 : _a2.catch(() => void 0), d2(), this.clear(), (_b2 = r.remove) == null ? void 0 : _b2.call(r), n2.remove();
    });
  }
  get channelType() {
    return __privateGet(this, _e).attempt.channelType;
  }
  submit() {
    return __privateGet(this, _t) ?? __privateSet(this, _t, l(__privateMethod(this, _d_instances, n_fn).call(this), __privateGet(this, _e).life.signal).finally(() => {
      __privateSet(this, _t, null);
    })), __privateGet(this, _t);
  }
  on(e2, t2) {
    return __privateGet(this, _e).emitter.on(e2, t2);
  }
  clear() {
    __privateGet(this, _e).renderer.clear();
  }
  unmount() {
    __privateGet(this, _e).life.abort();
  }
}, _e = new WeakMap(), _t = new WeakMap(), _d_instances = new WeakSet(), n_fn = async function() {
  let { renderer: e2, submission: t2, life: n2 } = __privateGet(this, _e);
  return n2.signal.throwIfAborted(), t2.parts.progress.idle ? e2.pay() : t2.goOn(this.renderType);
}, _a);
const f = { OWN_FORM: (e2) => e2 ? import("./hosted-fields-46wDDJyu.hvDUd5CV.js") : import("./own-form-BTDjW6aZ.eRyR180l.js"), REDIRECT: () => import("./redirect-oOjCd6Ey.BxewVBsi.js"), PROCESSOR_ELEMENT: () => import("./processor-element-IdDTReXq.B6Ikszuf.js"), COMPONENT_SDK: () => import("./component-sdk-CrmQBAH2.ClWbyFth.js") };
async function p(e2, t2) {
  if (!Object.hasOwn(f, e2)) throw new i(e2);
  return (await f[e2](t2)).createRenderer;
}
const m = `kassa.device`;
function h() {
  try {
    let e2 = localStorage.getItem(m);
    if (e2) return e2;
    localStorage.setItem(m, g);
  } catch {
  }
  return g;
}
const g = Array.from(crypto.getRandomValues(new Uint8Array(16)), (e2) => e2.toString(16).padStart(2, `0`)).join(``);
function _(e2) {
  let t2 = URL.canParse(e2) ? new URL(e2) : null;
  if (t2 && /^https?:$/.test(t2.protocol) && !t2.username && !t2.password) return t2.href;
  throw new a(`Not an http(s) URL.`);
}
function v(e2 = navigator.userAgent, t2 = navigator.maxTouchPoints) {
  return { type: y(e2, t2), userAgent: e2.slice(0, 1024) };
}
function y(e2, t2) {
  return t2 > 1 && /Macintosh/.test(e2) || /iPad|Tablet/.test(e2) ? `TABLET` : /iPhone|iPod|Mobi/.test(e2) ? `MOBILE` : /Android/.test(e2) ? `TABLET` : `PC`;
}
var b = (_b = class {
  constructor(e2) {
    __privateAdd(this, _b_instances);
    __publicField(this, "parts");
    this.parts = e2;
  }
  async payByService(e2, t2) {
    this.parts.progress.submitting();
    let n2 = await this.tellService(e2, { send: t2 });
    if (!n2) return { status: `submitted` };
    let { attempt: r, answer: i2 } = n2, a2 = i2.paymentUrl || r.paymentUrl;
    return a2 ? this.leadOn(a2, i2.paymentUrlDisplay === `FRAME`) : this.await();
  }
  leadOn(e2, t2 = false) {
    let { visit: n2, challenge: r, signal: i2 } = this.parts, a2 = __privateMethod(this, _b_instances, t_fn).call(this, e2);
    return n2.begin(a2), i2.aborted ? this.await() : r && t2 ? (r(a2), this.await()) : __privateMethod(this, _b_instances, e_fn).call(this, a2);
  }
  async goOn(e2) {
    let { methodCode: t2, attempts: n2, progress: r, visit: i2, signal: a2 } = this.parts, o = () => r.snapshot.phase === `processing`, s2 = i2.read();
    return s2 && o() && (await n2.open(t2), n2.spent(), a2.throwIfAborted(), o()) ? __privateMethod(this, _b_instances, e_fn).call(this, s2) : !s2 && o() && e2 === `REDIRECT` ? this.payByService(e2) : { status: `submitted` };
  }
  async tellService(e2, r) {
    let { methodCode: a2, api: o, attempts: c, progress: l2, signal: u2 } = this.parts, { send: d2 = (e3) => o.submit(e3), accept: f2 } = r, { round: p2 } = l2, m2 = false;
    try {
      let t2 = await c.open(a2);
      if (t2.extension.paymentRenderType !== e2) throw new i(t2.extension.paymentRenderType);
      return f2 == null ? void 0 : f2(t2), u2.throwIfAborted(), m2 = true, { attempt: t2, answer: await d2({ transactionId: t2.transactionId, terminal: v(), deviceId: h() }) };
    } catch (e3) {
      if (p2 !== l2.round) return null;
      if (p$1(e3) || m2 && f$1(e3)) return this.await(), l2.connected(!(e3 instanceof n)), null;
      throw l2.reopen(), e3;
    } finally {
      c.spent();
    }
  }
  confirmed(e2, t2) {
    let n2 = this.await(), { api: r } = this.parts;
    return r.submit({ transactionId: e2, terminal: v(), sessionResult: t2 }).catch(() => void 0), n2;
  }
  await() {
    return this.parts.progress.processing(), this.parts.watch.run(), { status: `submitted` };
  }
}, _b_instances = new WeakSet(), e_fn = function(e2) {
  return this.parts.progress.redirecting(), this.parts.leave(e2) ? { status: `redirecting`, url: e2 } : (this.await(), { status: `blocked`, url: e2 });
}, t_fn = function(e2) {
  try {
    return _(e2);
  } catch (e3) {
    throw this.await(), e3;
  }
}, _b);
async function x(t2, { describing: n2, ...r }) {
  let { life: i2, options: s$1 } = r, c = t2.api.listed.find(({ code: e2 }) => e2 === r.methodCode);
  if ((c == null ? void 0 : c.paymentRenderType) === `OWN_FORM` && (s$1.onDrawn || w(t2, s$1))) {
    let { paymentRenderType: s$12, supported_card_brands: l$12 = [] } = c, u2 = { channelType: ``, cardBrands: l$12, extension: { paymentRenderType: s$12 } }, d2 = u$1(i2.signal), f2 = false;
    try {
      let i3 = C(t2, { ...r, attempt: u2, life: d2 }), [a2, o] = await l(Promise.all([i3, n2]), d2.signal);
      if (f2 = S(o) === S(u2), f2) return Object.assign(u2, o), a2;
    } finally {
      f2 || d2.abort(new s(`Mounted again.`));
    }
  }
  let l$1 = await l(n2, i2.signal);
  return C(t2, { ...r, attempt: l$1 });
}
const S = ({ extension: e2, cardBrands: t2 }) => `${e2.paymentRenderType} ${t2}`;
async function C(t2, { methodCode: n2, attempt: r, element: i2, options: a2, life: o }) {
  var _a2;
  let s2 = document.createElement(`form`);
  s2.className = `kassa-payment`, s2.noValidate = true;
  let l$1 = E(t2, n2, a2, o.signal), u2 = r.extension.paymentRenderType, f2 = new e();
  f2.emit(`change`, { complete: u2 !== `OWN_FORM`, brand: null, error: null }), i2.append(s2);
  let m2 = await l(p(u2, w(t2, a2)).then((e2) => e2({ ...t2, form: s2, attempt: r, submission: l$1, emit: (e3, t3) => f2.emit(e3, t3), texts: a2.texts ?? {}, fields: a2.fields, appearance: a2.appearance ?? {}, locale: T(t2, a2), signal: o.signal })), o.signal).catch((e2) => {
    throw s2.remove(), e2;
  });
  f2.emit(`ready`, void 0);
  let h2 = new d({ attempt: r, form: s2, renderer: m2, submission: l$1, life: o, emitter: f2 });
  return O(s2, h2, a2), (_a2 = a2.onDrawn) == null ? void 0 : _a2.call(a2, h2), h2;
}
function w({ baseUrl: e2 }, { ownForm: t2 }) {
  return !t2 && new URL(e2).origin !== location.origin;
}
function T(e2, t2) {
  return t2.locale ?? e2.locale ?? (document.documentElement.lang || navigator.language);
}
function E(e2, t$1, { navigate: n2 = t, texts: r = {}, challenge: i2 }, a2) {
  let o = (e3) => n2(e3) !== false, s2 = { ...e2, texts: r, leave: o, signal: e2.closing };
  return new b({ ...s2, methodCode: t$1, signal: a2, challenge: i2 === `redirect` ? null : (e3) => void D({ ...s2, url: e3 }) });
}
async function D(e2) {
  try {
    let { showChallenge: t2 } = await import("./show-challenge-C27VJcDd.DJxGm_-x.js");
    t2(e2);
  } catch {
    e2.progress.snapshot.phase === `processing` && e2.leave(e2.url);
  }
}
function O(e2, t2, { onEnter: n2 }) {
  e2.addEventListener(`submit`, (e3) => {
    e3.preventDefault(), n2 ? n2() : t2.submit().catch(() => void 0);
  });
}
export {
  T as localeOf,
  x as mountPayment,
  E as submissionOf
};
