import { i as i$1, o as o$1, a as a$1 } from "./index.B6JVnBle.js";
import { n } from "./await-library-ChhfLhyv.CeoD5Lof.js";
const i = ({ hostname: e }) => /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1]$/.test(e), a = { __proto__: null, ProcessorA: { isAt: ({ origin: e }) => e === `https://js.stripe.com`, isHashed: false }, ProcessorB: { isAt: ({ origin: e }) => /^https:\/\/checkoutshopper-(test|live|live-(us|au|apse|in|nea))(\.cdn)?\.adyen\.com$/.test(e), isHashed: true }, Sandbox: { isAt: (e, t) => i(e) || e.hostname === t.hostname, isHashed: true } }, o = { isAt: () => false, isHashed: true }, s = /^sha(256|384|512)-[\w+/]{43,86}={0,2}$/;
function c(e, { url: t, integrity: r }, i2) {
  let { isAt: c2, isHashed: l2 } = a[e] ?? o, u2 = URL.canParse(t) ? new URL(t) : null, d2 = new URL(i2, location.href);
  if (!(u2 && /^https?:$/.test(u2.protocol) && c2(u2, d2))) throw new a$1(`${t} is not where ${e} hosts its library.`);
  if (l2 && !s.test(r ?? ``)) throw new a$1(`${t} came without its integrity hash.`);
}
const l = /* @__PURE__ */ new Map();
function u(e, t) {
  let n2 = `${t.url} ${t.integrity ?? ``}`, r = l.get(n2) ?? d(e, t).catch((e2) => {
    throw l.delete(n2), e2;
  });
  return l.set(n2, r), r;
}
async function d(e, { url: t, integrity: n$1 }) {
  let i2 = e === `script` ? Object.assign(document.createElement(`script`), { src: t, async: true }) : Object.assign(document.createElement(`link`), { href: t, rel: `stylesheet` });
  n$1 && Object.assign(i2, { integrity: n$1, crossOrigin: `anonymous` });
  let a2 = n(t, (e2, t2) => {
    i2.onload = e2, i2.onerror = () => t2(`did not load, or does not match its integrity hash`);
  });
  document.head.append(i2);
  try {
    await a2;
  } catch (e2) {
    throw i2.remove(), e2;
  }
}
async function f({ attempt: { channelType: n2, extension: r }, baseUrl: i2 }, a2) {
  let { library: o2, stylesheet: s2, paymentRenderType: l2 } = r, d2 = a2[n2];
  if (!d2 || !o2) throw new i$1(l2);
  let f2 = s2 ? [o2, s2] : [o2];
  for (let e of f2) c(n2, e, i2);
  let p = () => Reflect.get(globalThis, d2);
  if (await Promise.all([p() ? void 0 : u(`script`, o2), s2 && u(`stylesheet`, s2)]), p()) return p();
  throw new o$1(`${o2.url} loaded, but defines no ${d2}.`);
}
export {
  f
};
