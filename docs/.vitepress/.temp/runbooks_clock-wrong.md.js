import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"KassaClockWrong","description":"","frontmatter":{},"headers":[],"relativePath":"runbooks/clock-wrong.md","filePath":"runbooks/clock-wrong.md"}');
const _sfc_main = { name: "runbooks/clock-wrong.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="kassaclockwrong" tabindex="-1">KassaClockWrong <a class="header-anchor" href="#kassaclockwrong" aria-label="Permalink to &quot;KassaClockWrong&quot;">​</a></h1><p><strong>The clock of an instance is wrong, so it runs no duties.</strong> Act within the day.</p><h2 id="what-it-means" tabindex="-1">What it means <a class="header-anchor" href="#what-it-means" aria-label="Permalink to &quot;What it means&quot;">​</a></h2><p>The clock of the instance differs from the database server’s by more than 20 seconds. An instance with a wrong clock would plan work for wrong times, so it runs no duties until the clocks agree. If it is only a worker, <code>/health/ready</code> answers 503; otherwise the answer has a warning. Signed calls are refused with <code>TIMESTAMP_EXPIRED</code> if its clock is off by more than two minutes.</p><h2 id="what-to-look-at" tabindex="-1">What to look at <a class="header-anchor" href="#what-to-look-at" aria-label="Permalink to &quot;What to look at&quot;">​</a></h2><ul><li><p>The log line <code>&quot;msg&quot;:&quot;clock_wrong&quot;</code> says how far the clock is off, and in which direction.</p></li><li><p>Find out which of the two clocks is wrong. If all instances raise the alert, it is probably the database server’s.</p><div class="language-sh vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;">date</span><span style="--shiki-light:#023B95;--shiki-dark:#91CBFF;"> -u</span></span>
<span class="line"><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;">timedatectl</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> timesync-status</span></span></code></pre></div></li></ul><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ol><li>Set the wrong clock by its time service (<code>chronyc makestep</code>, or restart <code>systemd-timesyncd</code>). Do not set a clock of a sandbox by hand if you only want time to pass: use <code>kassa-admin clock advance</code>.</li><li>If you cannot correct the clock soon, stop the instance. Other instances do its work.</li></ol><h2 id="how-to-see-that-it-is-over" tabindex="-1">How to see that it is over <a class="header-anchor" href="#how-to-see-that-it-is-over" aria-label="Permalink to &quot;How to see that it is over&quot;">​</a></h2><ul><li>The alert is raised once a minute, and stops at the first check after the clock is right. The instance then runs duties again by itself.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("runbooks/clock-wrong.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const clockWrong = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  clockWrong as default
};
