import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"KassaMostTriesFail","description":"","frontmatter":{},"headers":[],"relativePath":"runbooks/most-tries-fail.md","filePath":"runbooks/most-tries-fail.md"}');
const _sfc_main = { name: "runbooks/most-tries-fail.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="kassamosttriesfail" tabindex="-1">KassaMostTriesFail <a class="header-anchor" href="#kassamosttriesfail" aria-label="Permalink to &quot;KassaMostTriesFail&quot;">​</a></h1><p><strong>Less than a third of the tries to pay succeed.</strong> Act within the day.</p><h2 id="what-it-means" tabindex="-1">What it means <a class="header-anchor" href="#what-it-means" aria-label="Permalink to &quot;What it means&quot;">​</a></h2><p>Banks decline some payments every day, but not two thirds of them. Anybody can cause this alert with invalid cards at one shop, so it does not call for action at night. If honest payments fail too, <a href="./few-payments-succeed">KassaFewPaymentsSucceed</a> fires as well. It compares with the day before, so it cannot fire on the first day, or if fewer than 30 payments succeeded in the same half hour of yesterday.</p><h2 id="what-to-look-at" tabindex="-1">What to look at <a class="header-anchor" href="#what-to-look-at" aria-label="Permalink to &quot;What to look at&quot;">​</a></h2><ul><li>Find out why they fail: <code>sum by (outcome) (increase(kassa_tries_to_pay_total[30m]))</code>.</li><li>Check whether other payments succeed as usual: <code>sum(increase(kassa_tries_to_pay_total{outcome=&quot;succeeded&quot;}[30m]))</code>, over a week.</li></ul><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ol><li>If most tries are declined and as many succeed as usual, somebody may be testing stolen cards. See <a href="./card-testing">KassaCardTesting</a>.</li><li>If fewer succeed than usual, act as <a href="./few-payments-succeed">KassaFewPaymentsSucceed</a> says.</li></ol><h2 id="how-to-see-that-it-is-over" tabindex="-1">How to see that it is over <a class="header-anchor" href="#how-to-see-that-it-is-over" aria-label="Permalink to &quot;How to see that it is over&quot;">​</a></h2><ul><li>The share is above a third again.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("runbooks/most-tries-fail.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const mostTriesFail = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  mostTriesFail as default
};
