var __typeError = (msg) => {
  throw TypeError(msg);
};
var __accessCheck = (obj, member, msg) => member.has(obj) || __typeError("Cannot " + msg);
var __privateGet = (obj, member, getter) => (__accessCheck(obj, member, "read from private field"), getter ? getter.call(obj) : member.get(obj));
var __privateAdd = (obj, member, value) => member.has(obj) ? __typeError("Cannot add the same private member more than once") : member instanceof WeakSet ? member.add(obj) : member.set(obj, value);
var __privateSet = (obj, member, value, setter) => (__accessCheck(obj, member, "write to private field"), setter ? setter.call(obj, value) : member.set(obj, value), value);
var __privateMethod = (obj, member, method) => (__accessCheck(obj, member, "access private method"), method);
var _e, _t, _n, _r, _i, _a, _o, _r_instances, s_fn, c_fn, l_fn, u_fn, d_fn, _a2;
import { l, n as n$1 } from "./index.B6JVnBle.js";
var n = class extends Error {
}, r = (_a2 = class {
  constructor(e, t, n2) {
    __privateAdd(this, _r_instances);
    __privateAdd(this, _e);
    __privateAdd(this, _t);
    __privateAdd(this, _n);
    __privateAdd(this, _r);
    __privateAdd(this, _i);
    __privateAdd(this, _a, null);
    __privateAdd(this, _o, false);
    __privateSet(this, _e, e), __privateSet(this, _t, t), __privateSet(this, _r, e.attempt), __privateSet(this, _i, n2), __privateSet(this, _n, e.submission.parts.progress.follow(({ phase: e2 }) => {
      (e2 === `paid` || e2 === `expired`) && __privateMethod(this, _r_instances, d_fn).call(this), e2 === `failed` && __privateMethod(this, _r_instances, l_fn).call(this).catch(() => void 0);
    })), __privateMethod(this, _r_instances, u_fn).call(this);
  }
  async pay() {
    let { submission: t, signal: n2 } = __privateGet(this, _e), { progress: r2 } = t.parts, i2 = __privateGet(this, _i) ?? await __privateMethod(this, _r_instances, l_fn).call(this);
    if (r2.ended) return { status: `submitted` };
    let a2 = await l(Promise.resolve(i2.check()), n2);
    if (!r2.idle) return { status: `submitted` };
    if (!a2 || i2 !== __privateGet(this, _i)) return { status: `invalid` };
    i2.setDisabled(true);
    try {
      return await __privateMethod(this, _r_instances, s_fn).call(this, i2);
    } finally {
      i2 === __privateGet(this, _i) && i2.setDisabled(false);
    }
  }
  clear() {
    var _a3;
    (_a3 = __privateGet(this, _i)) == null ? void 0 : _a3.clear();
  }
  remove() {
    let { submission: e } = __privateGet(this, _e), { progress: t } = e.parts;
    __privateGet(this, _n).call(this), __privateMethod(this, _r_instances, d_fn).call(this), !__privateGet(this, _o) && (t.awaitsConfirm || t.snapshot.phase === `confirming`) && e.await();
  }
}, _e = new WeakMap(), _t = new WeakMap(), _n = new WeakMap(), _r = new WeakMap(), _i = new WeakMap(), _a = new WeakMap(), _o = new WeakMap(), _r_instances = new WeakSet(), s_fn = async function(n2) {
  let { submission: r2, signal: i2 } = __privateGet(this, _e), { progress: o, watch: s } = r2.parts, c = o.awaitsConfirm;
  if (o.confirming(), !c) {
    let e = await __privateMethod(this, _r_instances, c_fn).call(this);
    if (e === `left`) return await __privateMethod(this, _r_instances, l_fn).call(this), { status: `invalid` };
    if (!e) return { status: `submitted` };
    if (i2.aborted || e.answer.transactionId !== __privateGet(this, _r).transactionId) return r2.await();
  }
  s.run();
  let l$1 = await l(Promise.race([n2.confirm(), a(o)]), i2);
  if (o.snapshot.phase !== `confirming`) return { status: `submitted` };
  if (typeof l$1 == `object`) return `leadsTo` in l$1 ? r2.leadOn(l$1.leadsTo) : r2.confirmed(__privateGet(this, _r).transactionId, l$1.sessionResult);
  if (l$1 === `sent`) return r2.await();
  if (o.confirmAgain(), l$1 === `not_sent`) return { status: `invalid` };
  throw new n$1(`The processor could not be reached. Submit again: you pay only once.`);
}, c_fn = async function() {
  let { submission: e, attempt: t } = __privateGet(this, _e);
  e.parts.attempts.spent(), __privateSet(this, _o, true);
  try {
    return await e.tellService(t.extension.paymentRenderType, { accept: (e2) => {
      if (e2.transactionId !== __privateGet(this, _r).transactionId) throw new n();
    } });
  } catch (e2) {
    if (e2 instanceof n) return `left`;
    throw e2;
  } finally {
    __privateSet(this, _o, false);
  }
}, l_fn = function() {
  let { submission: t, signal: n2 } = __privateGet(this, _e), { attempts: r2, methodCode: i2 } = t.parts, a2 = async () => {
    __privateMethod(this, _r_instances, d_fn).call(this);
    let t2 = await l(r2.open(i2), n2), a3 = await l(__privateGet(this, _t).call(this, { ...__privateGet(this, _e), attempt: t2 }), n2);
    return __privateSet(this, _r, t2), __privateSet(this, _i, a3), __privateMethod(this, _r_instances, u_fn).call(this), a3;
  };
  return __privateGet(this, _a) ?? __privateSet(this, _a, a2().finally(() => {
    __privateSet(this, _a, null);
  })), __privateGet(this, _a);
}, u_fn = function() {
  __privateGet(this, _e).submission.parts.progress.ended && __privateMethod(this, _r_instances, d_fn).call(this);
}, d_fn = function() {
  var _a3;
  (_a3 = __privateGet(this, _i)) == null ? void 0 : _a3.remove(), __privateSet(this, _i, null);
}, _a2);
async function i(e, t) {
  return new r(e, t, await t(e));
}
function a(e) {
  return new Promise((t) => {
    let n2 = () => {
      e.snapshot.phase !== `confirming` && (r2(), t());
    }, r2 = e.follow(n2);
    n2();
  });
}
export {
  i
};
