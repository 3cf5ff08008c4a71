import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"@kassa/sdk-node/msw","description":"","frontmatter":{},"headers":[],"relativePath":"sdk-node/@kassa/sdk-node/msw.md","filePath":"sdk-node/@kassa/sdk-node/msw.md"}');
const _sfc_main = { name: "sdk-node/@kassa/sdk-node/msw.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="kassa-sdk-node-msw" tabindex="-1">@kassa/sdk-node/msw <a class="header-anchor" href="#kassa-sdk-node-msw" aria-label="Permalink to &quot;@kassa/sdk-node/msw&quot;">​</a></h1><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><p><a id="kassahandlers"></a></p><h3 id="kassahandlers" tabindex="-1">kassaHandlers() <a class="header-anchor" href="#kassahandlers" aria-label="Permalink to &quot;kassaHandlers()&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">function</span><span style="--shiki-light:#622CBC;--shiki-dark:#DBB7FF;"> kassaHandlers</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">(</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;">gateway</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">)</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">:</span><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;"> HttpHandler</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">[];</span></span></code></pre></div><p>Handlers for msw that answer every request of the merchant interface with a test gateway: <code>setupServer(...kassaHandlers(gateway))</code>. An answer that the test gateway loses on purpose appears as a network error.</p><h4 id="parameters" tabindex="-1">Parameters <a class="header-anchor" href="#parameters" aria-label="Permalink to &quot;Parameters&quot;">​</a></h4><table tabindex="0"><thead><tr><th>Parameter</th><th>Type</th></tr></thead><tbody><tr><td><code>gateway</code></td><td><a href="./testing#testgateway"><code>TestGateway</code></a></td></tr></tbody></table><h4 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h4><p><code>HttpHandler</code>[]</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("sdk-node/@kassa/sdk-node/msw.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const msw = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  msw as default
};
