import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"KassaCasesWait","description":"","frontmatter":{},"headers":[],"relativePath":"runbooks/cases-wait.md","filePath":"runbooks/cases-wait.md"}');
const _sfc_main = { name: "runbooks/cases-wait.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="kassacaseswait" tabindex="-1">KassaCasesWait <a class="header-anchor" href="#kassacaseswait" aria-label="Permalink to &quot;KassaCasesWait&quot;">​</a></h1><p><strong>A case has waited for an operator for more than a day.</strong> Act within the day.</p><h2 id="what-it-means" tabindex="-1">What it means <a class="header-anchor" href="#what-it-means" aria-label="Permalink to &quot;What it means&quot;">​</a></h2><p>A case is a question about money that no rule can answer. Consumers or merchants wait for your answer.</p><h2 id="what-to-look-at" tabindex="-1">What to look at <a class="header-anchor" href="#what-to-look-at" aria-label="Permalink to &quot;What to look at&quot;">​</a></h2><ul><li><p>Run:</p><div class="language-sh vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;">kassa-admin</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> cases</span></span></code></pre></div></li></ul><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ol><li>The list says what to do about each case. The runbook of the case’s alert says more, for example <a href="./return-failed">KassaReturnFailed</a> and <a href="./refund-unresolved">KassaRefundUnresolved</a>.</li></ol><h2 id="how-to-see-that-it-is-over" tabindex="-1">How to see that it is over <a class="header-anchor" href="#how-to-see-that-it-is-over" aria-label="Permalink to &quot;How to see that it is over&quot;">​</a></h2><ul><li><code>kassa-admin cases</code> lists nothing that is older than a day.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("runbooks/cases-wait.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const casesWait = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  casesWait as default
};
