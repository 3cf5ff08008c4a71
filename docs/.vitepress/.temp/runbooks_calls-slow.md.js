import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"KassaCallsSlow","description":"","frontmatter":{},"headers":[],"relativePath":"runbooks/calls-slow.md","filePath":"runbooks/calls-slow.md"}');
const _sfc_main = { name: "runbooks/calls-slow.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="kassacallsslow" tabindex="-1">KassaCallsSlow <a class="header-anchor" href="#kassacallsslow" aria-label="Permalink to &quot;KassaCallsSlow&quot;">​</a></h1><p><strong>One call in a hundred takes longer than 2.5 seconds, although it calls no channel.</strong> Act within the day.</p><h2 id="what-it-means" tabindex="-1">What it means <a class="header-anchor" href="#what-it-means" aria-label="Permalink to &quot;What it means&quot;">​</a></h2><p>Merchants and consumers wait. The alert watches calls that need only the gateway and its database: creating an order, looking it up, and opening the cashier.</p><h2 id="what-to-look-at" tabindex="-1">What to look at <a class="header-anchor" href="#what-to-look-at" aria-label="Permalink to &quot;What to look at&quot;">​</a></h2><ul><li>Find out which calls are slow: <code>histogram_quantile(0.99, sum by (route, le) (rate(kassa_http_request_duration_seconds_bucket[5m])))</code>.</li><li>Check whether the database is slow: <code>kassa_database_connections{state=&quot;waiting&quot;}</code> is then above 0.</li><li>Check whether the process is busy: <code>nodejs_eventloop_lag_p99_seconds</code> and <code>rate(process_cpu_seconds_total[5m])</code>.</li></ul><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ol><li>If the database is slow, look at its own metrics, and for backups or index builds that are running.</li><li>If the processes are busy, start more instances.</li></ol><h2 id="how-to-see-that-it-is-over" tabindex="-1">How to see that it is over <a class="header-anchor" href="#how-to-see-that-it-is-over" aria-label="Permalink to &quot;How to see that it is over&quot;">​</a></h2><ul><li>The expression of the alert is below 2.5.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("runbooks/calls-slow.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const callsSlow = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  callsSlow as default
};
