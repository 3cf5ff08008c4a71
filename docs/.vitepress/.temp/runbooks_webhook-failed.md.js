import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"KassaWebhookFailed","description":"","frontmatter":{},"headers":[],"relativePath":"runbooks/webhook-failed.md","filePath":"runbooks/webhook-failed.md"}');
const _sfc_main = { name: "runbooks/webhook-failed.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="kassawebhookfailed" tabindex="-1">KassaWebhookFailed <a class="header-anchor" href="#kassawebhookfailed" aria-label="Permalink to &quot;KassaWebhookFailed&quot;">​</a></h1><p><strong>Many attempts to deliver webhooks failed.</strong> For your information.</p><h2 id="what-it-means" tabindex="-1">What it means <a class="header-anchor" href="#what-it-means" aria-label="Permalink to &quot;What it means&quot;">​</a></h2><p>Receivers of merchants do not answer with 2xx. The gateway retries each event with growing pauses for 75 hours, in order for each payment order. Merchants can also read the events from the log.</p><h2 id="what-to-look-at" tabindex="-1">What to look at <a class="header-anchor" href="#what-to-look-at" aria-label="Permalink to &quot;What to look at&quot;">​</a></h2><ul><li>The log line <code>&quot;msg&quot;:&quot;webhook_failed&quot;</code> names the event, the merchant and the reason.</li><li><code>sum by (result) (rate(kassa_webhook_seconds_count[10m]))</code>. Only <code>no_answer</code>, for all merchants at once, points to a fault on the gateway’s side.</li></ul><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ol><li>If one merchant fails, tell the merchant.</li><li>If the webhooks of all merchants fail with <code>no_answer</code>, check the workers’ outgoing connections: name resolution, firewall, proxy.</li></ol><h2 id="how-to-see-that-it-is-over" tabindex="-1">How to see that it is over <a class="header-anchor" href="#how-to-see-that-it-is-over" aria-label="Permalink to &quot;How to see that it is over&quot;">​</a></h2><ul><li><code>sum by (result) (rate(kassa_webhook_seconds_count[10m]))</code> shows mostly <code>2xx</code>.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("runbooks/webhook-failed.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const webhookFailed = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  webhookFailed as default
};
