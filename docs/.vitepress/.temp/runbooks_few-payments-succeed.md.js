import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"KassaFewPaymentsSucceed","description":"","frontmatter":{},"headers":[],"relativePath":"runbooks/few-payments-succeed.md","filePath":"runbooks/few-payments-succeed.md"}');
const _sfc_main = { name: "runbooks/few-payments-succeed.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="kassafewpaymentssucceed" tabindex="-1">KassaFewPaymentsSucceed <a class="header-anchor" href="#kassafewpaymentssucceed" aria-label="Permalink to &quot;KassaFewPaymentsSucceed&quot;">​</a></h1><p><strong>Most tries to pay fail, and far fewer payments succeed than a day ago.</strong> Act now.</p><h2 id="what-it-means" tabindex="-1">What it means <a class="header-anchor" href="#what-it-means" aria-label="Permalink to &quot;What it means&quot;">​</a></h2><p>Consumers try to pay and fail. Less than a third of the tries of the last half hour succeeded, and less than a third as many as in the same half hour of yesterday. Card testers alone cannot bring this about: they add failed tries, but other consumers’ payments still succeed.</p><h2 id="what-to-look-at" tabindex="-1">What to look at <a class="header-anchor" href="#what-to-look-at" aria-label="Permalink to &quot;What to look at&quot;">​</a></h2><ul><li><p>Find out why they fail: <code>sum by (outcome) (increase(kassa_tries_to_pay_total[30m]))</code>.</p></li><li><p>Run:</p><div class="language-sh vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;">kassa-admin</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> channel</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> list</span></span></code></pre></div></li></ul><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ol><li>If most payments fail with errors of a channel, see <a href="./channel-circuit-opened">KassaChannelCircuitOpened</a>.</li><li>If most payments fail at authentication, look at the processor’s status page for 3-D Secure.</li><li>If most payments are declined, ask the processor. If the routes allow another channel, let it take the payments.</li><li>If yesterday was an unusual day, such as the start of a sale, nothing may be wrong.</li></ol><h2 id="how-to-see-that-it-is-over" tabindex="-1">How to see that it is over <a class="header-anchor" href="#how-to-see-that-it-is-over" aria-label="Permalink to &quot;How to see that it is over&quot;">​</a></h2><ul><li>The share is above a third again.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("runbooks/few-payments-succeed.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const fewPaymentsSucceed = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  fewPaymentsSucceed as default
};
