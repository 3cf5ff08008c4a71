import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"KassaChannelFails","description":"","frontmatter":{},"headers":[],"relativePath":"runbooks/channel-fails.md","filePath":"runbooks/channel-fails.md"}');
const _sfc_main = { name: "runbooks/channel-fails.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="kassachannelfails" tabindex="-1">KassaChannelFails <a class="header-anchor" href="#kassachannelfails" aria-label="Permalink to &quot;KassaChannelFails&quot;">​</a></h1><p><strong>More than 20 % of calls to a channel fail.</strong> Act within the day.</p><h2 id="what-it-means" tabindex="-1">What it means <a class="header-anchor" href="#what-it-means" aria-label="Permalink to &quot;What it means&quot;">​</a></h2><p>The processor answers many calls with errors, or not in time.</p><h2 id="what-to-look-at" tabindex="-1">What to look at <a class="header-anchor" href="#what-to-look-at" aria-label="Permalink to &quot;What to look at&quot;">​</a></h2><ul><li><p><code>sum by (operation, result) (rate(kassa_channel_calls_total{channel=&quot;&lt;channel-id&gt;&quot;}[10m]))</code>.</p></li><li><p>Run:</p><div class="language-sh vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;">kassa-admin</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> channel</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> show</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> &lt;</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;">channel-i</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">d</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">&gt;</span></span>
<span class="line"><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;">kassa-admin</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> channel</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> check</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> &lt;</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;">channel-i</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">d</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">&gt;</span></span></code></pre></div></li></ul><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ol><li>Do as for <a href="./channel-circuit-opened">KassaChannelCircuitOpened</a>.</li></ol><h2 id="how-to-see-that-it-is-over" tabindex="-1">How to see that it is over <a class="header-anchor" href="#how-to-see-that-it-is-over" aria-label="Permalink to &quot;How to see that it is over&quot;">​</a></h2><ul><li>The expression of the alert is below 0.2.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("runbooks/channel-fails.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const channelFails = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  channelFails as default
};
