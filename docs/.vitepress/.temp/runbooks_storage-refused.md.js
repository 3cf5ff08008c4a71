import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"KassaStorageRefused","description":"","frontmatter":{},"headers":[],"relativePath":"runbooks/storage-refused.md","filePath":"runbooks/storage-refused.md"}');
const _sfc_main = { name: "runbooks/storage-refused.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="kassastoragerefused" tabindex="-1">KassaStorageRefused <a class="header-anchor" href="#kassastoragerefused" aria-label="Permalink to &quot;KassaStorageRefused&quot;">​</a></h1><p><strong>The database refuses an operation for good.</strong> Act now.</p><h2 id="what-it-means" tabindex="-1">What it means <a class="header-anchor" href="#what-it-means" aria-label="Permalink to &quot;What it means&quot;">​</a></h2><p>Retries do not help: the gateway’s database user lacks a permission, or a document is too large. Calls that need the operation are answered with an error, and the work of an order that is too large is parked.</p><h2 id="what-to-look-at" tabindex="-1">What to look at <a class="header-anchor" href="#what-to-look-at" aria-label="Permalink to &quot;What to look at&quot;">​</a></h2><ul><li><p>The log line <code>&quot;msg&quot;:&quot;storage_refused&quot;</code> names the error, and perhaps the duty and the item.</p></li><li><p>If the error is about a permission, check which user <code>MONGODB_URI</code> names, and which roles this user has in the database.</p></li><li><p>If the error is about size, look at the order:</p><div class="language-sh vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">sh</span><pre class="shiki shiki-themes github-light-high-contrast github-dark-high-contrast vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#702C00;--shiki-dark:#FFB757;">kassa-admin</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> order</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;"> show</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;"> &lt;</span><span style="--shiki-light:#032563;--shiki-dark:#ADDCFF;">order-i</span><span style="--shiki-light:#0E1116;--shiki-dark:#F0F3F6;">d</span><span style="--shiki-light:#A0111F;--shiki-dark:#FF9492;">&gt;</span></span></code></pre></div></li></ul><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ol><li>Grant the user <code>readWrite</code> on the database. The gateway needs no restart for it.</li><li>For an order that is too large, see <a href="./work-parked">KassaWorkParked</a>.</li></ol><h2 id="how-to-see-that-it-is-over" tabindex="-1">How to see that it is over <a class="header-anchor" href="#how-to-see-that-it-is-over" aria-label="Permalink to &quot;How to see that it is over&quot;">​</a></h2><ul><li>There is no further log line <code>storage_refused</code>, and merchants’ calls succeed: <code>sum(rate(kassa_http_request_duration_seconds_count{status=~&quot;5..&quot;}[5m]))</code> is 0.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("runbooks/storage-refused.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const storageRefused = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  storageRefused as default
};
