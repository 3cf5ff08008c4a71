import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"KassaWebhooksFail","description":"","frontmatter":{},"headers":[],"relativePath":"runbooks/webhooks-fail.md","filePath":"runbooks/webhooks-fail.md"}');
const _sfc_main = { name: "runbooks/webhooks-fail.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="kassawebhooksfail" tabindex="-1">KassaWebhooksFail <a class="header-anchor" href="#kassawebhooksfail" aria-label="Permalink to &quot;KassaWebhooksFail&quot;">​</a></h1><p><strong>More than half of the attempts to deliver webhooks fail.</strong> Act within the day.</p><h2 id="what-it-means" tabindex="-1">What it means <a class="header-anchor" href="#what-it-means" aria-label="Permalink to &quot;What it means&quot;">​</a></h2><p>Many receivers fail at once, so the fault may be on the gateway’s side.</p><h2 id="what-to-look-at" tabindex="-1">What to look at <a class="header-anchor" href="#what-to-look-at" aria-label="Permalink to &quot;What to look at&quot;">​</a></h2><ul><li><code>sum by (result) (rate(kassa_webhook_seconds_count[15m]))</code>.</li><li>Check whether the log lines <code>&quot;msg&quot;:&quot;webhook_failed&quot;</code> name one merchant or many.</li></ul><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ol><li>Do as for <a href="./webhook-failed">KassaWebhookFailed</a>.</li></ol><h2 id="how-to-see-that-it-is-over" tabindex="-1">How to see that it is over <a class="header-anchor" href="#how-to-see-that-it-is-over" aria-label="Permalink to &quot;How to see that it is over&quot;">​</a></h2><ul><li>The expression of the alert is below 0.5.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("runbooks/webhooks-fail.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const webhooksFail = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  webhooksFail as default
};
