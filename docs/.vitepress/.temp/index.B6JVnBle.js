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
var _e, _t, _e_instances, n_fn, _a, _e2, _t2, _n, _r, _b, _e3, _t3, _n2, _r2, _i, _a2, _w_instances, o_fn, s_fn, c_fn, _c, _e4, _t4, _d, _e5, _t5, _n3, _r3, _e6, _e7, _t6, _n4, _r4, _i2, _a3, _o, _s, _c2, _l, _j_instances, u_fn, d_fn, f_fn, _f, _e8, _g, _e9, _t7, _F_instances, n_fn2, r_fn, _h, _e10, _i3;
var e$1 = class e extends Error {
  constructor() {
    super(...arguments);
    __publicField(this, "name", `CheckoutError`);
  }
}, t$1 = class t extends e$1 {
  constructor({ msg: e3, error: t3 }, n2) {
    super(`${e3}: ${t3.detail}`);
    __publicField(this, "kind", `service`);
    __publicField(this, "code");
    __publicField(this, "retryable");
    __publicField(this, "requestId");
    __publicField(this, "retryAfterMs");
    this.code = e3, this.retryable = t3.retryable, this.requestId = t3.request_id, this.retryAfterMs = n2;
  }
}, n = class extends e$1 {
  constructor() {
    super(...arguments);
    __publicField(this, "kind", `connection`);
  }
}, r = class extends e$1 {
  constructor() {
    super(...arguments);
    __publicField(this, "kind", `session_missing`);
  }
}, i = class extends e$1 {
  constructor(e3, t3 = e3) {
    super(`Cannot render ${t3}: update the SDK.`);
    __publicField(this, "kind", `unsupported_render_type`);
    __publicField(this, "renderType");
    this.renderType = e3;
  }
}, a = class extends e$1 {
  constructor() {
    super(...arguments);
    __publicField(this, "kind", `unsafe_address`);
  }
}, o = class extends e$1 {
  constructor() {
    super(...arguments);
    __publicField(this, "kind", `library_load`);
    __publicField(this, "retryable", true);
  }
}, s = class extends e$1 {
  constructor() {
    super(...arguments);
    __publicField(this, "kind", `superseded`);
  }
}, c = class extends e$1 {
  constructor() {
    super(...arguments);
    __publicField(this, "kind", `origin_not_allowed`);
  }
};
function l(e3, t3) {
  return new Promise((n2, r2) => {
    let i2 = () => r2(t3.reason);
    t3.aborted && i2(), t3.addEventListener(`abort`, i2, { once: true }), e3.then(n2, r2).finally(() => t3.removeEventListener(`abort`, i2));
  });
}
function u(...e3) {
  let t3 = new AbortController();
  for (let n2 of e3) (n2 == null ? void 0 : n2.aborted) && t3.abort(n2.reason), n2 == null ? void 0 : n2.addEventListener(`abort`, () => t3.abort(n2.reason), { once: true, signal: t3.signal });
  return t3;
}
function d(e3) {
  return f(e3) || h(e3, `RATE_LIMITED`);
}
function f(e3) {
  return e3 instanceof n || h(e3, `UNAVAILABLE`, `INTERNAL_ERROR`);
}
function p(e3) {
  return m(e3) || h(e3, `ORDER_ALREADY_PAID`, `PAYMENT_IN_PROGRESS`, `PAYMENT_NOT_INITIALISED`);
}
function m(e3) {
  return h(e3, `SESSION_EXPIRED`, `ORDER_EXPIRED`);
}
function h(e3, ...n2) {
  return e3 instanceof t$1 && n2.includes(e3.code);
}
var e2 = (_a = class {
  constructor() {
    __privateAdd(this, _e_instances);
    __privateAdd(this, _e, {});
    __privateAdd(this, _t, {});
  }
  on(e3, t3) {
    let n2 = __privateGet(this, _t)[e3];
    return queueMicrotask(() => {
      n2 && __privateGet(this, _t)[e3] === n2 && __privateMethod(this, _e_instances, n_fn).call(this, e3).has(t3) && t3(n2.detail);
    }), this.follow(e3, t3);
  }
  follow(e3, t3) {
    let n2 = __privateMethod(this, _e_instances, n_fn).call(this, e3).add(t3);
    return () => void n2.delete(t3);
  }
  emit(e3, t3) {
    __privateGet(this, _t)[e3] = { detail: t3 };
    for (let n2 of [...__privateMethod(this, _e_instances, n_fn).call(this, e3)]) n2(t3);
  }
  forget(e3) {
    delete __privateGet(this, _t)[e3];
  }
}, _e = new WeakMap(), _t = new WeakMap(), _e_instances = new WeakSet(), n_fn = function(e3) {
  var _a4;
  return (_a4 = __privateGet(this, _e))[e3] ?? (_a4[e3] = /* @__PURE__ */ new Set()), __privateGet(this, _e)[e3];
}, _a);
function t2(e3) {
  try {
    return (window.top ?? window).location.href = e3, true;
  } catch {
    return false;
  }
}
const g = /* @__PURE__ */ new Map(), _ = { read: (e3) => v((t3) => t3.getItem(e3)) ?? g.get(e3) ?? null, write(e3, t3) {
  return g.set(e3, t3), v((n2) => n2.setItem(e3, t3)), v((t4) => t4.getItem(e3)) === t3;
}, forget(e3) {
  g.delete(e3), v((t3) => t3.removeItem(e3));
} };
function v(e3) {
  try {
    return e3(sessionStorage);
  } catch {
    return null;
  }
}
const y = (e3) => `kassa.session.${e3}`;
function b(e3) {
  var _a4;
  let t3 = URL.canParse(e3) ? new URL(e3) : null, n2 = t3 && ((_a4 = /\/checkout\/([^/]+)\/?$/.exec(t3.pathname)) == null ? void 0 : _a4[1]);
  if (!t3 || !n2) return { found: false };
  let r2 = new URLSearchParams(t3.hash.slice(1)).get(`session`) || _.read(y(n2));
  if (!r2) return { found: false };
  let i2 = _.write(y(n2), r2);
  return { found: true, orderId: n2, session: r2, baseUrl: t3.origin, remembered: i2 };
}
function x(e3) {
  let t3 = b(e3);
  if (t3.found) return t3;
  throw new r(`No session: open the whole pay_url.`);
}
var S = (_b = class {
  constructor(e3) {
    __privateAdd(this, _e2);
    __privateAdd(this, _t2, /* @__PURE__ */ new Map());
    __privateAdd(this, _n, null);
    __privateAdd(this, _r, Promise.resolve());
    __privateSet(this, _e2, e3);
  }
  async describe(e3) {
    let t3 = __privateGet(this, _t2).get(e3);
    return t3 && !C(t3) ? t3 : this.open(e3);
  }
  open(e3) {
    let t3 = new Promise((e4) => setTimeout(e4, 3e3)), n2 = Promise.race([__privateGet(this, _r), t3]).then(async () => (__privateGet(this, _n) !== e3 && (__privateSet(this, _n, null), __privateGet(this, _t2).set(e3, await __privateGet(this, _e2).init(e3)), __privateSet(this, _n, e3)), __privateGet(this, _t2).get(e3)));
    return __privateSet(this, _r, n2.catch(({ code: e4 }) => e4 && __privateGet(this, _t2).clear())), n2;
  }
  spent() {
    __privateSet(this, _n, null);
  }
}, _e2 = new WeakMap(), _t2 = new WeakMap(), _n = new WeakMap(), _r = new WeakMap(), _b);
function C({ extension: e3 }) {
  return /ELEMENT|COMPONENT/.test(e3.paymentRenderType);
}
var w = (_c = class {
  constructor(e3, t3) {
    __privateAdd(this, _w_instances);
    __privateAdd(this, _e3);
    __privateAdd(this, _t3);
    __privateAdd(this, _n2, { phase: `open`, failure: null, redirectUrl: null, action: null, transactionId: null, awaitedUntil: null, receipt: null, connected: true });
    __privateAdd(this, _r2, false);
    __privateAdd(this, _i, false);
    __privateAdd(this, _a2, 0);
    __privateSet(this, _e3, e3), __privateSet(this, _t3, t3), e3.emit(`change`, __privateGet(this, _n2));
  }
  get snapshot() {
    return __privateGet(this, _n2);
  }
  get ended() {
    return __privateGet(this, _n2).phase === `paid` || __privateGet(this, _n2).phase === `expired`;
  }
  get idle() {
    return __privateGet(this, _n2).phase === `open` || __privateGet(this, _n2).phase === `failed`;
  }
  get awaitsConfirm() {
    return __privateGet(this, _i);
  }
  get watchable() {
    let { phase: e3 } = __privateGet(this, _n2);
    return e3 === `processing` || e3 === `confirming` || __privateGet(this, _i);
  }
  get round() {
    return __privateGet(this, _a2);
  }
  follow(e3) {
    return __privateGet(this, _e3).follow(`change`, e3);
  }
  resultIsDue() {
    __privateSet(this, _r2, true);
  }
  submitting() {
    __privateMethod(this, _w_instances, o_fn).call(this, `submitting`);
  }
  confirming() {
    __privateGet(this, _i) ? __privateMethod(this, _w_instances, c_fn).call(this, { phase: `confirming` }) : __privateMethod(this, _w_instances, o_fn).call(this, `confirming`);
  }
  confirmAgain() {
    __privateGet(this, _n2).phase === `confirming` && (__privateMethod(this, _w_instances, c_fn).call(this, { phase: `open` }), __privateSet(this, _i, true));
  }
  redirecting() {
    __privateMethod(this, _w_instances, c_fn).call(this, { phase: `redirecting` });
  }
  processing() {
    __privateMethod(this, _w_instances, c_fn).call(this, { phase: `processing`, failure: null });
  }
  reopen() {
    this.ended || (__privateSet(this, _r2, false), __privateMethod(this, _w_instances, c_fn).call(this, { phase: `open` }));
  }
  connected(e3) {
    __privateMethod(this, _w_instances, c_fn).call(this, { connected: e3 });
  }
  apply({ state: e3, failure: t3, action: n2, ...r2 }) {
    if (this.ended) return;
    __privateMethod(this, _w_instances, c_fn).call(this, { action: /^(https?:|$)/.test((n2 == null ? void 0 : n2.url) ?? ``) ? n2 : null, transactionId: r2.transactionId, awaitedUntil: r2.awaiting_result_until });
    let { redirect_url: i2, receipt: a2 } = r2, o2 = Date.parse(r2.server_time) >= Date.parse(__privateGet(this, _t3));
    switch (e3) {
      case `INIT`:
        o2 ? this.expire() : this.reopen();
        return;
      case `PAYING`:
        __privateSet(this, _r2, true), __privateGet(this, _n2).phase !== `confirming` && !__privateGet(this, _i) && this.processing();
        return;
      case `PAY_FAIL`: {
        let e4 = (t3 == null ? void 0 : t3.category) ?? `declined`;
        __privateMethod(this, _w_instances, c_fn).call(this, { phase: `failed`, failure: e4 }), __privateMethod(this, _w_instances, s_fn).call(this, { outcome: `failed`, category: e4 }), o2 && this.expire();
        return;
      }
      case `PAY_SUCCESS`:
      case `PARTIAL_REFUND`:
      case `REFUNDED`:
      case `IN_DISPUTE`:
        __privateSet(this, _r2, true), __privateMethod(this, _w_instances, c_fn).call(this, { phase: `paid`, failure: null, redirectUrl: i2, receipt: a2 }), __privateMethod(this, _w_instances, s_fn).call(this, { outcome: `paid`, redirectUrl: i2 });
        return;
      case `CLOSE`:
        this.expire();
        return;
    }
  }
  expire() {
    this.ended || (__privateMethod(this, _w_instances, c_fn).call(this, { phase: `expired`, failure: null }), __privateMethod(this, _w_instances, s_fn).call(this, { outcome: `expired` }), __privateGet(this, _e3).emit(`expired`, void 0));
  }
}, _e3 = new WeakMap(), _t3 = new WeakMap(), _n2 = new WeakMap(), _r2 = new WeakMap(), _i = new WeakMap(), _a2 = new WeakMap(), _w_instances = new WeakSet(), o_fn = function(e3) {
  __privateSet(this, _a2, __privateGet(this, _a2) + 1), __privateSet(this, _r2, true), __privateGet(this, _e3).forget(`result`), __privateMethod(this, _w_instances, c_fn).call(this, { phase: e3, failure: null });
}, s_fn = function(e3) {
  __privateGet(this, _r2) && (__privateSet(this, _r2, false), __privateGet(this, _e3).emit(`result`, e3));
}, c_fn = function(e3) {
  e3.phase && __privateSet(this, _i, false);
  let t3 = { ...__privateGet(this, _n2), ...e3 };
  JSON.stringify(t3) !== JSON.stringify(__privateGet(this, _n2)) && (__privateSet(this, _n2, t3), __privateGet(this, _e3).emit(`change`, t3));
}, _c), T = (_d = class {
  constructor(e3, t3) {
    __privateAdd(this, _e4);
    __privateAdd(this, _t4);
    __privateSet(this, _e4, Date.parse(e3)), __privateSet(this, _t4, t3);
  }
  timeLeftMs() {
    return Math.max(0, __privateGet(this, _e4) - __privateGet(this, _t4).nowMs());
  }
  start(e3, t3, n2) {
    let r2, i2 = async () => {
      e3.idle && !e3.awaitsConfirm && this.timeLeftMs() === 0 && await t3.ask(0).catch(() => void 0), !(e3.ended || n2.aborted) && (r2 = setTimeout(i2, Math.min(this.timeLeftMs() || 5e3, 6e4)));
    };
    n2.addEventListener(`abort`, () => clearTimeout(r2)), i2();
  }
}, _e4 = new WeakMap(), _t4 = new WeakMap(), _d);
function E(e3) {
  let t3 = `kassa.visit.${e3}`;
  return { read: () => _.read(t3), begin: (e4) => void _.write(t3, e4), end: () => _.forget(t3) };
}
function D(e3) {
  return Math.min(500 * 2 ** (e3 - 1), 15e3) * (1 - Math.random() / 4);
}
function O(t3, n2) {
  let r2 = u(n2);
  return l(new Promise((e3) => {
    var _a4, _b2;
    let n3 = () => e3(r2.abort()), i2 = setTimeout(n3, t3);
    r2.signal.addEventListener(`abort`, () => clearTimeout(i2)), (_a4 = globalThis.window) == null ? void 0 : _a4.addEventListener(`online`, n3, r2), (_b2 = globalThis.document) == null ? void 0 : _b2.addEventListener(`visibilitychange`, n3, r2);
  }), n2);
}
const k = [1, 1, 2, 3, 5, 10, 25];
var A = (_e6 = class {
  constructor(e3, t3, n2) {
    __privateAdd(this, _e5);
    __privateAdd(this, _t5);
    __privateAdd(this, _n3);
    __privateAdd(this, _r3, false);
    __privateSet(this, _e5, e3), __privateSet(this, _t5, t3), __privateSet(this, _n3, n2);
  }
  async run() {
    if (__privateGet(this, _r3)) return;
    __privateSet(this, _r3, true);
    let e3 = 0;
    try {
      for (let t3 = 0; __privateGet(this, _t5).watchable; t3 += 1) {
        let n2 = performance.now(), r2 = await this.ask(e3 ? 0 : k[t3] ?? 25);
        if (!__privateGet(this, _t5).watchable) return;
        e3 = r2 ? 0 : e3 + 1, r2 ? performance.now() - n2 < 500 && await O(500, __privateGet(this, _n3)) : await O(D(e3), __privateGet(this, _n3));
      }
    } catch (e4) {
      if (!__privateGet(this, _n3).aborted) throw e4;
    } finally {
      __privateSet(this, _r3, false);
    }
  }
  async ask(e3) {
    let { round: t3 } = __privateGet(this, _t5);
    try {
      let n2 = await __privateGet(this, _e5).status(e3);
      return __privateGet(this, _t5).connected(true), t3 === __privateGet(this, _t5).round && __privateGet(this, _t5).apply(n2), true;
    } catch (e4) {
      return __privateGet(this, _n3).throwIfAborted(), m(e4) ? __privateGet(this, _t5).expire() : __privateGet(this, _t5).connected(false), false;
    }
  }
}, _e5 = new WeakMap(), _t5 = new WeakMap(), _n3 = new WeakMap(), _r3 = new WeakMap(), _e6), j = (_f = class {
  constructor({ order: e3, methods: t3, api: n2, baseUrl: r2, locale: i2, closing: a2 }) {
    __privateAdd(this, _j_instances);
    __publicField(this, "order");
    __publicField(this, "returned");
    __privateAdd(this, _e7);
    __privateAdd(this, _t6, new e2());
    __privateAdd(this, _n4);
    __privateAdd(this, _r4);
    __privateAdd(this, _i2);
    __privateAdd(this, _a3);
    __privateAdd(this, _o);
    __privateAdd(this, _s);
    __privateAdd(this, _c2);
    __privateAdd(this, _l, null);
    this.order = e3, __privateSet(this, _e7, n2), __privateSet(this, _c2, t3), __privateSet(this, _o, a2), __privateSet(this, _n4, new w(__privateGet(this, _t6), e3.expires_at)), __privateSet(this, _r4, new A(n2, __privateGet(this, _n4), a2.signal)), __privateSet(this, _i2, new T(e3.expires_at, n2.clock)), __privateSet(this, _a3, E(e3.order_id)), __privateSet(this, _s, { order: e3, api: n2, attempts: new S(n2), progress: __privateGet(this, _n4), watch: __privateGet(this, _r4), visit: __privateGet(this, _a3), baseUrl: r2, locale: i2, closing: a2.signal }), this.returned = __privateGet(this, _a3).read() !== null, __privateGet(this, _t6).follow(`result`, () => __privateGet(this, _a3).end());
  }
  get snapshot() {
    return __privateGet(this, _n4).snapshot;
  }
  get timeLeftMs() {
    return __privateGet(this, _i2).timeLeftMs();
  }
  get action() {
    return this.snapshot.action;
  }
  get pendingUrl() {
    var _a4;
    return __privateGet(this, _a3).read() ?? ((_a4 = this.action) == null ? void 0 : _a4.url) ?? null;
  }
  get lastFour() {
    return __privateGet(this, _e7).lastFour;
  }
  paymentMethods() {
    let e3 = __privateGet(this, _c2) ?? __privateGet(this, _e7).paymentMethods();
    return __privateSet(this, _c2, null), e3;
  }
  on(e3, t3) {
    return __privateGet(this, _t6).on(e3, t3);
  }
  mount(e3, t3, n2 = {}) {
    var _a4;
    (_a4 = __privateGet(this, _l)) == null ? void 0 : _a4.abort(new s(`Mounted again.`));
    let r2 = u(__privateGet(this, _o).signal, n2.signal);
    __privateSet(this, _l, r2);
    let i2 = __privateMethod(this, _j_instances, u_fn).call(this, e3, t3, n2, r2);
    return r2.signal.addEventListener(`abort`, () => i2.catch(() => void 0)), i2;
  }
  async mountExpress(e3, t3 = {}) {
    let { mountExpress: n2 } = await import("./mount-express-DcqVM-rr.C1P1H08D.js");
    return n2(__privateGet(this, _s), this, e3, t3);
  }
  async refresh() {
    return __privateGet(this, _n4).idle && await __privateGet(this, _r4).ask(0), __privateGet(this, _n4).snapshot.phase === `processing` && __privateGet(this, _r4).run(), __privateGet(this, _n4).snapshot;
  }
  async cancel() {
    this.snapshot.transactionId || __privateGet(this, _n4).apply(await __privateGet(this, _e7).status(0));
    let { transactionId: e3 } = this.snapshot;
    return e3 && await __privateGet(this, _e7).cancel(e3).finally(() => __privateGet(this, _r4).ask(0)), this.snapshot;
  }
  close() {
    __privateGet(this, _o).abort();
  }
  async start() {
    let e3 = this.order.state === `PAY_FAIL`;
    (this.returned || e3) && __privateGet(this, _n4).resultIsDue(), e3 ? await __privateGet(this, _r4).ask(0) : __privateGet(this, _n4).apply({ ...this.order, failure: null }), __privateGet(this, _r4).run(), __privateGet(this, _i2).start(__privateGet(this, _n4), __privateGet(this, _r4), __privateGet(this, _o).signal), __privateMethod(this, _j_instances, f_fn).call(this);
  }
}, _e7 = new WeakMap(), _t6 = new WeakMap(), _n4 = new WeakMap(), _r4 = new WeakMap(), _i2 = new WeakMap(), _a3 = new WeakMap(), _o = new WeakMap(), _s = new WeakMap(), _c2 = new WeakMap(), _l = new WeakMap(), _j_instances = new WeakSet(), u_fn = async function(t3, n2, r2, i2) {
  i2.signal.throwIfAborted();
  let a2 = __privateMethod(this, _j_instances, d_fn).call(this, t3);
  a2.catch(() => void 0);
  let { mountPayment: o2 } = await l(import("./mount-payment-C9cvIMoV.C4guBPaI.js"), i2.signal);
  return o2(__privateGet(this, _s), { methodCode: t3, describing: a2, element: n2, options: r2, life: i2 });
}, d_fn = async function(e3) {
  try {
    return await __privateGet(this, _s).attempts.describe(e3);
  } catch (e4) {
    throw p(e4) && await this.refresh(), e4;
  }
}, f_fn = function() {
  var _a4, _b2;
  let e3 = () => void this.refresh().catch(() => void 0);
  (_a4 = globalThis.document) == null ? void 0 : _a4.addEventListener(`visibilitychange`, () => document.hidden || e3(), __privateGet(this, _o)), (_b2 = globalThis.window) == null ? void 0 : _b2.addEventListener(`pageshow`, ({ persisted: t3 }) => {
    t3 && (__privateGet(this, _n4).snapshot.phase === `redirecting` && __privateGet(this, _n4).processing(), e3());
  }, __privateGet(this, _o));
}, _f);
async function M(e3, t3) {
  for (let r2 = 1; ; r2 += 1) try {
    return await e3();
  } catch (e4) {
    if (r2 === 4 || !d(e4)) throw e4;
    await O((e4 instanceof t$1 ? e4.retryAfterMs : null) ?? D(r2), t3);
  }
}
var N = (_g = class {
  constructor() {
    __privateAdd(this, _e8, 0);
  }
  nowMs() {
    return Date.now() + __privateGet(this, _e8);
  }
  read(e3) {
    let t3 = Date.parse(e3) - Date.now();
    __privateSet(this, _e8, Math.abs(t3) > 2e3 ? t3 : 0);
  }
}, _e8 = new WeakMap(), _g);
const P = 15e3;
var F = (_h = class {
  constructor(e3, t3, n2) {
    __privateAdd(this, _F_instances);
    __publicField(this, "connection");
    __privateAdd(this, _e9);
    __privateAdd(this, _t7);
    __publicField(this, "clock", new N());
    __publicField(this, "lastFour", null);
    __publicField(this, "listed", []);
    this.connection = e3, __privateSet(this, _e9, t3), __privateSet(this, _t7, n2);
  }
  async order() {
    let e3 = await __privateMethod(this, _F_instances, r_fn).call(this, __privateMethod(this, _F_instances, n_fn2).call(this, `/checkout/order`));
    return this.clock.read(e3.server_time), e3;
  }
  async paymentMethods() {
    let e3 = __privateMethod(this, _F_instances, n_fn2).call(this, `/checkout/payment-methods`), t3 = (await __privateMethod(this, _F_instances, r_fn).call(this, e3)).payment_methods;
    return this.listed = t3.filter(({ code: e4 }) => e4 !== `apple_pay` || `ApplePaySession` in globalThis), this.listed;
  }
  init(e3) {
    let t3 = { orderId: __privateGet(this, _e9), paymentMethodCode: e3, returnUrl: __privateGet(this, _t7) };
    return __privateMethod(this, _F_instances, r_fn).call(this, `/checkout/init`, t3, 25e3);
  }
  async submit(e3) {
    var _a4;
    this.lastFour = null;
    let t3 = { orderId: __privateGet(this, _e9), ...e3 }, n2 = await __privateMethod(this, _F_instances, r_fn).call(this, `/payment/submit`, t3, 4e4);
    return this.lastFour = ((_a4 = e3.card) == null ? void 0 : _a4.number.slice(-4)) ?? null, n2;
  }
  cancel(e3) {
    let t3 = { orderId: __privateGet(this, _e9), transactionId: e3 };
    return __privateMethod(this, _F_instances, r_fn).call(this, `/payment/cancel`, t3);
  }
  async status(e3) {
    let t3 = await this.connection.call(`${__privateMethod(this, _F_instances, n_fn2).call(this, `/payment/status`)}&wait=${e3}`, e3 * 1e3 + P);
    return this.clock.read(t3.server_time), t3;
  }
}, _e9 = new WeakMap(), _t7 = new WeakMap(), _F_instances = new WeakSet(), n_fn2 = function(e3) {
  return `${e3}?orderId=${encodeURIComponent(__privateGet(this, _e9))}`;
}, r_fn = function(e3, t3, n2 = P) {
  let r2 = this.connection;
  return M(() => r2.call(e3, n2, t3), r2.signal);
}, _h), I = (_i3 = class {
  constructor(e3, t3, n2) {
    __publicField(this, "signal");
    __privateAdd(this, _e10);
    __publicField(this, "session");
    __privateSet(this, _e10, e3.replace(/\/+$/, ``)), this.session = t3, this.signal = n2;
  }
  async call(e3, r2, i2) {
    var _a4;
    let { signal: a2 } = this, o2 = AbortSignal.timeout(r2), s2 = u(a2, o2), c2 = () => s2.abort();
    (_a4 = globalThis.window) == null ? void 0 : _a4.addEventListener(`online`, c2, s2);
    let u$1, d2;
    try {
      u$1 = await fetch(`${__privateGet(this, _e10)}/api/web${e3}`, { headers: { "X-Session-Signature": this.session, ...i2 && { "Content-Type": `application/json` } }, ...i2 && { method: `POST`, body: JSON.stringify(i2) }, signal: s2.signal, cache: `no-store`, credentials: `omit`, redirect: `error`, referrerPolicy: `no-referrer` }), d2 = await u$1.json();
    } catch (e4) {
      throw a2.throwIfAborted(), new n(o2.aborted ? `No answer in ${r2} ms.` : `No connection.`, { cause: e4 });
    } finally {
      c2();
    }
    if ((d2 == null ? void 0 : d2.code) === 200) return d2.data;
    throw (d2 == null ? void 0 : d2.data) === null && `error` in d2 ? new t$1(d2, Number(u$1.headers.get(`Retry-After`)) * 1e3 || null) : new n(`Another server answered (HTTP ${u$1.status}).`);
  }
}, _e10 = new WeakMap(), _i3);
async function L(e3) {
  var _a4;
  let { orderId: t3, session: n2, baseUrl: r2 } = `payUrl` in e3 ? x(e3.payUrl) : e3;
  (_a4 = e3.signal) == null ? void 0 : _a4.throwIfAborted();
  let i2 = u(e3.signal), { returnUrl: a2, locale: o2 } = e3, s2 = new F(new I(r2, n2, i2.signal), t3, a2), c2 = s2.paymentMethods();
  c2.catch(() => void 0);
  let u$1 = new j({ order: await s2.order(), methods: c2, api: s2, baseUrl: r2, locale: o2, closing: i2 });
  return await u$1.start(), u$1;
}
const index = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ Object.defineProperty({
  __proto__: null,
  CheckoutError: e$1,
  ConnectionError: n,
  LibraryLoadError: o,
  OriginNotAllowedError: c,
  ServiceError: t$1,
  SessionMissingError: r,
  SupersededError: s,
  UnsafeAddressError: a,
  UnsupportedRenderTypeError: i,
  createCheckout: L,
  navigateTop: t2,
  openSession: b
}, Symbol.toStringTag, { value: "Module" }));
export {
  a,
  t$1 as b,
  c,
  index as d,
  e2 as e,
  f,
  i,
  l,
  n,
  o,
  p,
  s,
  t2 as t,
  u
};
