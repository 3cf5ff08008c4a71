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
var _e, _x_instances, t_fn, _a;
const e = /* @__PURE__ */ new Set();
function t(t2) {
  if (e.has(t2) || !(`adoptedStyleSheets` in document)) return;
  let n2 = new CSSStyleSheet();
  n2.replaceSync(t2), document.adoptedStyleSheets.push(n2), e.add(t2);
}
function n(e2) {
  return e2.replace(/[٠-٩۰-۹]/g, (e3) => String(e3.charCodeAt(0) & 15)).replace(/[^0-9]/g, ``);
}
const r = `12-19`, i = { groups: [4, 4, 4, 4, 3], securityCodeLength: 3, hasCheckDigit: true }, a = { ...i, lengths: r }, o = (e2, t2, n2, r2, a2 = {}) => ({ ...i, code: e2, name: t2, prefixes: n2, lengths: r2, ...a2 }), s = `16-19`, c = [o(`visa`, `Visa`, `4`, `13,16,19`), o(`mastercard`, `Mastercard`, `51-55,2221-2720`, `16`), o(`amex`, `American Express`, `34,37`, `15`, { groups: [4, 6, 5], securityCodeLength: 4 }), o(`discover`, `Discover`, `6011,644-649,65`, s), o(`diners`, `Diners Club`, `300-305,36,38,39`, `14-19`, { groups: [4, 6, 4, 5] }), o(`jcb`, `JCB`, `3528-3589`, s), o(`unionpay`, `UnionPay`, `62`, s, { hasCheckDigit: false }), o(`maestro`, `Maestro`, `50,56-58,63,67`, r)];
function l(e2) {
  let t2 = n(e2);
  return c.find(({ prefixes: e3 }) => u(e3, t2)) ?? null;
}
function u(e2, t2) {
  return e2.split(`,`).some((e3) => {
    let [n2 = ``, r2 = n2] = e3.split(`-`), i2 = t2.slice(0, n2.length);
    return i2.length === n2.length && i2 >= n2 && i2 <= r2;
  });
}
function d(e2) {
  let t2 = n(e2), { lengths: r2, groups: i2 } = l(t2) ?? a, o2 = t2.slice(0, Number(r2.slice(-2))), s2 = 0;
  return i2.map((e3) => (s2 += e3, o2.slice(s2 - e3, s2))).filter(Boolean).join(` `);
}
function f(e2, t2) {
  let r2 = n(e2);
  if (r2 === ``) return `numberMissing`;
  let i2 = l(r2);
  if (i2 && t2.length > 0 && !t2.includes(i2.code)) return `brandNotAccepted`;
  let { lengths: o2, hasCheckDigit: s2 } = i2 ?? a;
  return r2.length < Number(o2.slice(0, 2)) ? `numberIncomplete` : u(o2, String(r2.length)) && (!s2 || p(r2)) ? null : `numberInvalid`;
}
function p(e2) {
  let t2 = 0;
  for (let [n2, r2] of [...e2].reverse().entries()) {
    let e3 = Number(r2) * (1 + n2 % 2);
    t2 += e3 > 9 ? e3 - 9 : e3;
  }
  return t2 % 10 == 0;
}
function m(e2, t2 = false) {
  let { month: n2, year: r2 } = _(e2);
  return n2.length < 2 || r2 === `` && t2 ? n2 : `${n2}/${r2}`;
}
function h(e2) {
  let { month: t2, year: n2 } = _(e2);
  return { expMonth: Number(t2), expYear: 2e3 + Number(n2) };
}
function g(e2, t2) {
  let { month: n2, year: r2 } = _(e2);
  if (n2 === ``) return `expiryMissing`;
  let { expMonth: i2, expYear: a2 } = h(e2), o2 = (n2 + r2).length === 4 && i2 > 0 && i2 < 13, s2 = (a2 - t2.getFullYear()) * 12 + (i2 - 1 - t2.getMonth());
  return !o2 || s2 > 240 ? `expiryInvalid` : s2 < 0 ? `expiryPast` : null;
}
function _(e2) {
  let t2 = /^\s*(20\d\d)\D+(\d{1,2})\s*$/.exec(e2);
  if (t2) return { month: (t2[2] ?? ``).padStart(2, `0`), year: (t2[1] ?? ``).slice(2) };
  let [, r2, i2] = /^\s*(\d)\s*\/(.*)$/.exec(e2) ?? [], a2 = n(r2 === void 0 ? e2 : `0${r2}${i2}`), o2 = /^[2-9]/.test(a2) ? `0${a2}` : a2, s2 = o2.slice(2);
  return { month: o2.slice(0, 2), year: /^20\d\d$/.test(s2) ? s2.slice(2) : s2.slice(0, 2) };
}
function v(e2, t2) {
  return n(e2).slice(0, (t2 == null ? void 0 : t2.securityCodeLength) ?? 4);
}
function y(e2, t2) {
  let r2 = n(e2);
  return r2 === `` ? `securityCodeMissing` : (t2 ? r2.length === t2.securityCodeLength : /^\d{3,4}$/.test(r2)) ? null : `securityCodeIncomplete`;
}
let b = 0;
var x = (_a = class {
  constructor(e2, t2 = document) {
    __privateAdd(this, _x_instances);
    __publicField(this, "root");
    __publicField(this, "input");
    __privateAdd(this, _e);
    __publicField(this, "options");
    __publicField(this, "mistake", null);
    this.root = t2.createElement(`div`), this.input = t2.createElement(`input`), __privateSet(this, _e, t2.createElement(`p`)), this.options = e2, b += 1;
    let n2 = `kassa-${e2.name}-${b}`, r2 = t2.createElement(`label`);
    r2.textContent = e2.label, r2.htmlFor = n2, Object.assign(this.input, { id: n2, type: `text`, inputMode: `numeric`, autocomplete: e2.autocomplete, placeholder: e2.placeholder, dir: `ltr`, spellcheck: false, required: true }), Object.assign(__privateGet(this, _e), { id: `${n2}-error`, className: `kassa-error`, role: `status` }), this.input.setAttribute(`aria-describedby`, __privateGet(this, _e).id), this.root.className = `kassa-field kassa-${e2.name}`, this.root.append(r2, this.input, __privateGet(this, _e)), this.input.addEventListener(`input`, (e3) => __privateMethod(this, _x_instances, t_fn).call(this, e3)), this.input.addEventListener(`blur`, ({ relatedTarget: e3 }) => {
      var _a2;
      ((_a2 = this.input.form) == null ? void 0 : _a2.contains(e3)) && this.input.value && this.check();
    });
  }
  get isValid() {
    return !this.options.problem(this.input.value);
  }
  get isWhole() {
    var _a2, _b;
    return this.isValid && !((_b = (_a2 = this.options).mayBeLonger) == null ? void 0 : _b.call(_a2, this.input.value));
  }
  check() {
    return this.show(this.options.problem(this.input.value)), !this.mistake;
  }
  type(e2) {
    this.input.value = e2, this.input.dispatchEvent(new Event(`input`, { bubbles: true })), e2 && this.check();
  }
  clear() {
    this.input.value = ``, this.show(null);
  }
  show(e2) {
    this.mistake = e2 ? { field: this.options.name, message: e2 } : null, __privateGet(this, _e).textContent = e2, this.input.ariaInvalid = e2 && `true`;
  }
}, _e = new WeakMap(), _x_instances = new WeakSet(), t_fn = function(e2) {
  var _a2;
  let { input: t2 } = this, r2 = !!((_a2 = e2.inputType) == null ? void 0 : _a2.startsWith(`delete`)), i2 = t2.selectionStart ?? t2.value.length, a2 = i2 === t2.value.length, o2 = n(t2.value.slice(0, i2)).length, s2 = this.options.format(t2.value, r2);
  if (s2 !== t2.value) {
    t2.value = s2;
    let e3 = a2 ? s2.length : S(s2, o2);
    t2.setSelectionRange(e3, e3);
  }
  this.mistake && this.isValid && this.show(null);
}, _a);
function S(e2, t2) {
  var _a2;
  return (((_a2 = RegExp(`^(\\D*\\d){${t2}}`).exec(e2)) == null ? void 0 : _a2[0]) ?? e2).length;
}
const C = { colorPrimary: `accent`, colorBackground: `field`, colorText: `text`, colorTextPlaceholder: `placeholder`, colorBorder: `border`, colorDanger: `danger`, borderRadius: `radius`, fontFamily: `font-family`, fontSizeBase: `font-size` };
function w(e2, r2) {
  let { variables: i2, emit: a2, cardBrands: o2 } = r2, s2 = T(r2), [c2, u2, d2] = s2, { dataset: f2 } = c2.root, p2, m2 = () => {
    var _a2;
    p2 == null ? void 0 : p2();
    let { name: e3 = ``, code: t2 = null } = l(c2.input.value) ?? {};
    f2.brand = e3, a2(`change`, { complete: s2.every(({ isValid: e4 }) => e4), brand: f2.network ?? t2, error: ((_a2 = s2.find(({ mistake: e4 }) => e4)) == null ? void 0 : _a2.mistake) ?? null });
  };
  t(`@layer kassa{.kassa-card-form{display:grid;grid-template-columns:1fr 1fr;gap:14px;font-family:var(--kassa-font-family,inherit);font-size:var(--kassa-font-size,inherit)}.kassa-field{display:flex;flex-direction:column;gap:5px;position:relative;min-width:0}.kassa-number{grid-column:1 / -1}.kassa-number::after{content:attr(data-brand);position:absolute;inset-block-start:28px;inset-inline-end:15px;line-height:46px;font-size:.8125em;font-weight:600;color:var(--kassa-placeholder,#687385);pointer-events:none}.kassa-field label{line-height:22px;font-size:.875em;font-weight:500}.kassa-field input{font:inherit;width:100%;min-height:48px;box-sizing:border-box;padding:0 14px;color:var(--kassa-text,#1a1f36);background:var(--kassa-field,#fff);border:1px solid var(--kassa-border,#8792a2);border-radius:var(--kassa-radius,8px)}.kassa-field input::placeholder{color:var(--kassa-placeholder,#687385);opacity:1}.kassa-field input:focus-visible{outline:2px solid var(--kassa-accent,#1f5eff);outline-offset:1px}.kassa-field input[aria-invalid]{border-color:var(--kassa-danger,#b3261e)}[dir=rtl] .kassa-field input{text-align:right}.kassa-error{margin:0;font-size:.8125em;color:var(--kassa-danger,#b3261e)}.kassa-error:empty{position:absolute}}`), e2.classList.add(`kassa-card-form`);
  for (let [t2, n2] of Object.entries(i2)) e2.style.setProperty(`--kassa-${C[t2]}`, n2);
  for (let { root: t2, input: n2, options: r3 } of s2) {
    e2.append(t2);
    for (let e3 of [`focus`, `blur`]) n2.addEventListener(e3, () => a2(e3, { field: r3.name }));
    t2.addEventListener(`input`, m2), t2.addEventListener(`focusout`, m2);
  }
  return o2.includes(`cartes_bancaires`) && import("./network-choice-BCzCQBO9.qEvLxfM3.js").then(({ offerNetworks: e3 }) => {
    p2 = e3(c2, o2, l, t), m2();
  }, m2), { fields: s2, report: m2, read() {
    let [e3] = s2.filter((e4) => !e4.check());
    return m2(), e3 == null ? void 0 : e3.input.focus(), e3 ? null : { number: n(c2.input.value), ...h(u2.input.value), cvc: n(d2.input.value), ...f2.network && { network: f2.network } };
  }, setReadOnly(e3) {
    for (let t2 of s2) t2.input.readOnly = e3;
  }, clear() {
    for (let e3 of s2) e3.clear();
    m2();
  } };
}
function T({ cardBrands: e2, texts: t2, pages: [n2, r2] = [] }) {
  let i2 = e2.map((e3) => e3.toLowerCase()), a2 = () => l(o2.input.value), o2 = new x({ name: `number`, label: t2.number, placeholder: `1234 1234 1234 1234`, autocomplete: `cc-number`, format: d, problem: (e3) => {
    var _a2;
    return E(f(e3, i2), t2, (_a2 = l(e3)) == null ? void 0 : _a2.name);
  }, mayBeLonger: (e3) => !/^(?=.{17})(4|5[1-5]|2|3[47])/.test(e3) });
  return [o2, new x({ name: `expiry`, label: t2.expiry, placeholder: t2.expiryFormat, autocomplete: `cc-exp`, format: m, problem: (e3) => E(g(e3, /* @__PURE__ */ new Date()), t2) }, n2), new x({ name: `security-code`, label: t2.securityCode, placeholder: `CVC`, autocomplete: `cc-csc`, format: (e3) => v(e3, a2()), problem: (e3) => {
    var _a2;
    return E(y(e3, a2()), t2, ((_a2 = a2()) == null ? void 0 : _a2.securityCodeLength) ?? 3);
  } }, r2)];
}
function E(e2, t2, n2) {
  let r2 = e2 && t2[e2];
  return typeof r2 == `function` ? r2(n2) : r2;
}
const D = { number: `Card number`, expiry: `Expiry date`, expiryFormat: `MM/YY`, securityCode: `Security code`, numberMissing: `Enter your card number.`, numberIncomplete: `Your card number is incomplete.`, numberInvalid: `Your card number is invalid.`, brandNotAccepted: (e2) => `${e2} cards aren’t accepted. Use another card.`, expiryMissing: `Enter the expiry date.`, expiryInvalid: `Enter the month and year as shown on your card.`, expiryPast: `Your card has expired.`, securityCodeMissing: `Enter the security code.`, securityCodeIncomplete: (e2) => `Enter all ${e2} digits of the security code.` }, O = /* @__PURE__ */ new WeakMap();
function k(e2, { submission: t2, signal: n2 }) {
  let { progress: r2 } = t2.parts, i2 = O.get(r2), a2 = () => O.delete(r2);
  a2();
  for (let [t3, n3] of e2.entries()) n3.type((i2 == null ? void 0 : i2[t3]) ?? ``);
  n2.addEventListener(`abort`, () => {
    var _a2;
    ((_a2 = n2.reason) == null ? void 0 : _a2.kind) === `superseded` && (O.set(r2, e2.map(({ input: e3 }) => e3.value)), r2.follow(({ phase: e3 }) => (r2.ended || e3 === `redirecting`) && a2()));
  });
}
function A(e2) {
  let { form: t2, attempt: n2, submission: r2, appearance: i2, texts: a2, emit: o2 } = e2, s2 = { ...D, ...a2 }, c2 = w(t2, { cardBrands: n2.cardBrands, texts: s2, variables: i2.variables ?? {}, emit: o2 });
  k(c2.fields, e2);
  let [, l2, u2] = c2.fields;
  return { async pay() {
    let e3 = c2.read();
    return e3 ? (c2.setReadOnly(true), r2.payByService(`OWN_FORM`, (t3) => r2.parts.api.submit({ ...t3, card: e3 })).finally(() => c2.setReadOnly(false))) : { status: `invalid` };
  }, clear: c2.clear, fields: c2.fields, declined(e3) {
    e3 === `expiry` ? l2.show(s2.expiryPast) : u2.show(s2.securityCodeWrong ?? s2.securityCodeMissing), c2.report();
  } };
}
export {
  A as createRenderer
};
