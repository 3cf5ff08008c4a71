const e = { challengeTitle: `Confirm your payment`, challengeOnPage: `Open in full page`, challengeClose: `Close` };
function t({ url: t2, baseUrl: r, texts: i, progress: a, leave: o, signal: s }) {
  if (s.aborted || a.snapshot.phase !== `processing`) return;
  let c = n(`div`, { className: `kassa-challenge` }), l = c.attachShadow({ mode: `open` }), u = new CSSStyleSheet();
  u.replaceSync(` :host{all:initial !important;font-family:inherit !important;color-scheme:inherit !important;display:contents !important}dialog{width:min(500px,100%);height:min(740px,100%);max-width:none;max-height:none;box-sizing:border-box;margin:auto;padding:0;border:1px solid transparent;border-radius:12px;overflow:hidden;background:Canvas;color:CanvasText}dialog[open]{display:flex;flex-direction:column}dialog::backdrop{background:#0009}div{display:flex;gap:12px;align-items:center;justify-content:space-between;padding-block:4px;padding-inline:16px 4px}h2{margin:0;font-size:1em;font-weight:600}a{padding:12px 16px;font-size:.875em;color:inherit}button{flex:none;font:inherit;font-size:1.25em;line-height:1;min-width:44px;min-height:44px;border:0;background:none;color:inherit;cursor:pointer}a:focus-visible,button:focus-visible{outline:2px solid;outline-offset:-4px;border-radius:10px}iframe{flex:1;min-height:0;width:100%;border:0}@media (max-width:540px){dialog{width:100%;height:100%;border:0;border-radius:0}}`), l.adoptedStyleSheets = [u];
  let d = { ...e, ...i }, f = d.challengeTitle, p = n(`button`, { type: `button`, ariaLabel: d.challengeClose, textContent: `×` }), m = n(`div`);
  m.append(n(`h2`, { id: `title`, textContent: f }), p);
  let h = n(`iframe`, { name: `kassa-challenge`, title: f, allow: `payment *; publickey-credentials-get *`, src: t2 }), g = n(`a`, { href: t2, textContent: d.challengeOnPage }), _ = n(`dialog`);
  _.setAttribute(`aria-labelledby`, `title`), _.append(m, h, g), l.append(_), document.body.append(c);
  let v = new AbortController(), y = () => {
    v.abort(), x(), _.close(), c.remove();
  }, b = () => {
    y(), document.dispatchEvent(new Event(`kassa-challenge-closed`));
  };
  g.addEventListener(`click`, (e2) => {
    e2.preventDefault(), o(t2) && a.redirecting();
  }), p.addEventListener(`click`, b), _.addEventListener(`close`, b, v), addEventListener(`message`, ({ data: e2, source: t3, origin: n2 }) => {
    e2 === `kassa:returned` && t3 === h.contentWindow && n2 === new URL(r).origin && y();
  }, v), s.addEventListener(`abort`, y, v);
  let x = a.follow(({ phase: e2 }) => e2 === `processing` || y());
  _.showModal(), window.parent !== window && document.body.scrollIntoView(), h.focus();
}
function n(e2, t2) {
  return Object.assign(document.createElement(e2), t2);
}
export {
  t as showChallenge
};
