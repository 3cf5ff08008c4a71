import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"KassaMoneyReturned","description":"","frontmatter":{},"headers":[],"relativePath":"runbooks/money-returned.md","filePath":"runbooks/money-returned.md"}');
const _sfc_main = { name: "runbooks/money-returned.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="kassamoneyreturned" tabindex="-1">KassaMoneyReturned <a class="header-anchor" href="#kassamoneyreturned" aria-label="Permalink to &quot;KassaMoneyReturned&quot;">​</a></h1><p><strong>A late or second payment is returned automatically.</strong> For your information.</p><h2 id="what-it-means" tabindex="-1">What it means <a class="header-anchor" href="#what-it-means" aria-label="Permalink to &quot;What it means&quot;">​</a></h2><p>A consumer paid an order that was already paid or closed. The gateway returns the money. Nobody needs to act; the alert shows when it happens often.</p><h2 id="what-to-look-at" tabindex="-1">What to look at <a class="header-anchor" href="#what-to-look-at" aria-label="Permalink to &quot;What to look at&quot;">​</a></h2><ul><li><p>Run:</p><div class="language-sh vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;">kassa-admin</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> order</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> show</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> &lt;</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;">order-i</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">d</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">&gt;</span></span></code></pre></div></li><li><p>See how often this happens: <code>sum(increase(kassa_alerts_total{kind=&quot;money_returned&quot;}[1d]))</code>.</p></li></ul><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ol><li>If it happens often at one merchant, the validity of its orders may be too short for its methods: <code>kassa-admin merchant validity &lt;merchant-id&gt; 45m</code>.</li><li>If it happens often at one channel, its results come late: look at <code>kassa_channel_call_seconds</code> and at the processor.</li></ol><h2 id="how-to-see-that-it-is-over" tabindex="-1">How to see that it is over <a class="header-anchor" href="#how-to-see-that-it-is-over" aria-label="Permalink to &quot;How to see that it is over&quot;">​</a></h2><ul><li>Nobody has to act. If a return fails, <a href="./return-failed">KassaReturnFailed</a> is raised.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("runbooks/money-returned.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const moneyReturned = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  moneyReturned as default
};
