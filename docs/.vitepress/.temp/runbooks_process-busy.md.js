import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"KassaProcessBusy","description":"","frontmatter":{},"headers":[],"relativePath":"runbooks/process-busy.md","filePath":"runbooks/process-busy.md"}');
const _sfc_main = { name: "runbooks/process-busy.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="kassaprocessbusy" tabindex="-1">KassaProcessBusy <a class="header-anchor" href="#kassaprocessbusy" aria-label="Permalink to &quot;KassaProcessBusy&quot;">​</a></h1><p><strong>The event loop of an instance is delayed by more than half a second.</strong> Act within the day.</p><h2 id="what-it-means" tabindex="-1">What it means <a class="header-anchor" href="#what-it-means" aria-label="Permalink to &quot;What it means&quot;">​</a></h2><p>The instance has more to do than one CPU core can, or the machine is overloaded. All its calls are late.</p><h2 id="what-to-look-at" tabindex="-1">What to look at <a class="header-anchor" href="#what-to-look-at" aria-label="Permalink to &quot;What to look at&quot;">​</a></h2><ul><li><code>rate(process_cpu_seconds_total{job=&quot;kassa&quot;}[5m])</code> is near 1 if the process is busy. If it is far below 1, the machine gives the process too little CPU time.</li><li><code>sum by (instance) (rate(kassa_http_request_duration_seconds_count[5m]))</code> shows whether one instance gets more calls than the others.</li></ul><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ol><li>Start more instances, or give the machine more cores.</li><li>If one instance gets most calls, correct the load balancing of the proxy.</li></ol><h2 id="how-to-see-that-it-is-over" tabindex="-1">How to see that it is over <a class="header-anchor" href="#how-to-see-that-it-is-over" aria-label="Permalink to &quot;How to see that it is over&quot;">​</a></h2><ul><li><code>nodejs_eventloop_lag_p99_seconds</code> is below 0.1.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("runbooks/process-busy.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const processBusy = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  processBusy as default
};
