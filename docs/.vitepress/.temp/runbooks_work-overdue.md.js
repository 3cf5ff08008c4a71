import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"KassaWorkOverdue","description":"","frontmatter":{},"headers":[],"relativePath":"runbooks/work-overdue.md","filePath":"runbooks/work-overdue.md"}');
const _sfc_main = { name: "runbooks/work-overdue.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="kassaworkoverdue" tabindex="-1">KassaWorkOverdue <a class="header-anchor" href="#kassaworkoverdue" aria-label="Permalink to &quot;KassaWorkOverdue&quot;">​</a></h1><p><strong>Due work has waited for more than five minutes.</strong> Act now.</p><h2 id="what-it-means" tabindex="-1">What it means <a class="header-anchor" href="#what-it-means" aria-label="Permalink to &quot;What it means&quot;">​</a></h2><p>Workers do not keep up, or cannot do some work. <code>orders</code> are refunds, expiries and questions to channels; <code>webhooks</code> are events for merchants; <code>callbacks</code> are stored reports of channels.</p><h2 id="what-to-look-at" tabindex="-1">What to look at <a class="header-anchor" href="#what-to-look-at" aria-label="Permalink to &quot;What to look at&quot;">​</a></h2><ul><li><p>Check whether a worker runs: <code>kassa_worker_silent_seconds</code> is below 60. If not, see <a href="./no-worker">KassaNoWorker</a>.</p></li><li><p>Check whether a channel is slow or its circuit open: its due work is then done one at a time.</p><div class="language-sh vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;">kassa-admin</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> channel</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> list</span></span></code></pre></div></li><li><p>See how much work is waiting, and whether it grows: <code>max by (queue) (kassa_queue_size)</code>.</p></li><li><p>Check whether the database is slow: <code>kassa_database_connections{state=&quot;waiting&quot;}</code> and <code>kassa_duty_seconds</code>.</p></li></ul><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ol><li>If a channel is the reason, see <a href="./channel-circuit-opened">KassaChannelCircuitOpened</a>.</li><li>If all work is slow and the processors and the database are well, start more workers.</li><li>For <code>webhooks</code>: one slow receiver delays only its own merchant. Look for it with <code>kassa-admin webhooks failed</code> and in the log lines <code>webhook_failed</code>.</li></ol><h2 id="how-to-see-that-it-is-over" tabindex="-1">How to see that it is over <a class="header-anchor" href="#how-to-see-that-it-is-over" aria-label="Permalink to &quot;How to see that it is over&quot;">​</a></h2><ul><li><code>kassa_queue_oldest_seconds</code> of the queue falls below 60.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("runbooks/work-overdue.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const workOverdue = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  workOverdue as default
};
