const e = [{ code: `cartes_bancaires`, name: `CB`, numbers: /^(497|513[0-6]|400000250|555555250)/ }];
let t = ``;
function n({ input: n2, root: r }, i, a, o) {
  o(`@layer kassa{.kassa-number:has(select)::after{content:none}.kassa-field:has(select) input{padding-right:7.4em}[dir=rtl] .kassa-field:has(select) input{padding:0 14px 0 7.4em}.kassa-number select{position:absolute;inset-block-start:29px;inset-inline-end:4px;height:44px;padding-inline:6px;font:inherit;font-size:.8125em;font-weight:600;color:var(--kassa-text,#1a1f36);background:none;border:0;border-radius:var(--kassa-radius,8px)}.kassa-number select:focus-visible{outline:2px solid var(--kassa-accent,#1f5eff);outline-offset:-3px}.kassa-number option{color:#1a1f36;background:#fff}input:read-only ~ select{pointer-events:none}}`);
  let { dataset: s } = r, c = document.createElement(`select`);
  return c.onchange = () => {
    t = c.value;
  }, () => {
    var _a;
    let r2 = n2.value.replaceAll(` `, ``), o2 = a(r2), l = e.find(({ code: e2, numbers: t2 }) => i.includes(e2) && t2.test(r2));
    if (!o2 || !l) {
      c.remove(), delete s.network;
      return;
    }
    if (((_a = c.options[0]) == null ? void 0 : _a.value) !== o2.code || !c.isConnected) {
      let e2 = [o2, l];
      c.replaceChildren(...e2.map(({ code: e3, name: t2 }) => new Option(t2, e3))), c.setAttribute(`aria-label`, e2.map(({ name: e3 }) => e3).join(` / `)), c.value = t === l.code ? l.code : o2.code, n2.after(c);
    }
    s.network = c.value;
  };
}
export {
  n as offerNetworks
};
