import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Versioning","description":"","frontmatter":{},"headers":[],"relativePath":"guides/versioning.md","filePath":"guides/versioning.md"}');
const _sfc_main = { name: "guides/versioning.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="versioning" tabindex="-1">Versioning <a class="header-anchor" href="#versioning" aria-label="Permalink to &quot;Versioning&quot;">​</a></h1><p>This page says what may change in future versions, and what never does.</p><div class="language-http vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">http</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">HTTP</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">/</span><span style="--shiki-light:#023B95;--shiki-dark:#91CBFF;">1.1</span><span style="--shiki-light:#023B95;--shiki-dark:#91CBFF;"> 200</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> OK</span></span>
<span class="line"><span style="--shiki-light:#024C1A;--shiki-dark:#72F088;">X-Contract-Version</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">:</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> 1.0.0</span></span>
<span class="line"><span style="--shiki-light:#024C1A;--shiki-dark:#72F088;">X-Request-Id</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">:</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> req_9e96a489b89bb5f59e399a29</span></span></code></pre></div><p>Paths have no version. Every answer names the contract version in <code>X-Contract-Version</code>; these docs describe that version.</p><p><strong>Within a major version, changes are only additions:</strong> optional members of requests, members of answers and events, event types, errors, endpoints and payment methods. So:</p><ul><li>Ignore unknown members of answers and events.</li><li>Acknowledge unknown event types with 200.</li><li>Give every <code>switch</code> over <code>msg</code>, <code>state</code>, <code>event_type</code> or <code>category</code> a <code>default</code> branch.</li><li>Do not rely on the order of members, the wording of <code>detail</code>, or the length of identifiers.</li></ul><p><strong>Never changed:</strong> names, numbers and meaning of errors and states; how requests and webhooks are signed; the meaning of a member. Such a change gets a new major version at new paths, beside the old one.</p><p>Requests are strict: an unknown member is refused with <code>INVALID_REQUEST</code>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("guides/versioning.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const versioning = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  versioning as default
};
