import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"@kassa/sdk-browser/card-frame","description":"","frontmatter":{},"headers":[],"relativePath":"sdk-browser/@kassa/sdk-browser/card-frame.md","filePath":"sdk-browser/@kassa/sdk-browser/card-frame.md"}');
const _sfc_main = { name: "sdk-browser/@kassa/sdk-browser/card-frame.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="kassa-sdk-browser-card-frame" tabindex="-1">@kassa/sdk-browser/card-frame <a class="header-anchor" href="#kassa-sdk-browser-card-frame" aria-label="Permalink to &quot;@kassa/sdk-browser/card-frame&quot;">​</a></h1><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><p><a id="startcardframe"></a></p><h3 id="startcardframe" tabindex="-1">startCardFrame() <a class="header-anchor" href="#startcardframe" aria-label="Permalink to &quot;startCardFrame()&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">function</span><span style="--shiki-light:#622CBC;--shiki-dark:#DBB7FF;"> startCardFrame</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">()</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">:</span><span style="--shiki-light:#023B95;--shiki-dark:#91CBFF;"> void</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">;</span></span></code></pre></div><p>Starts the page with the card fields. The gateway serves this page, and the SDK shows it in a frame of a merchant&#39;s page. The fields appear only if the session that the merchant&#39;s page sends belongs to the order whose ID is in the frame&#39;s address, and if the order&#39;s merchant allows the origin of the merchant&#39;s page.</p><p>If the page shows each field in a frame of its own, this starts in each of them. Only the frame with the number gets the session; it fills the others (separate-fields.ts).</p><h4 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h4><p><code>void</code></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("sdk-browser/@kassa/sdk-browser/card-frame.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const cardFrame = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  cardFrame as default
};
