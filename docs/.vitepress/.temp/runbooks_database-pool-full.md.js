import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"KassaDatabasePoolFull","description":"","frontmatter":{},"headers":[],"relativePath":"runbooks/database-pool-full.md","filePath":"runbooks/database-pool-full.md"}');
const _sfc_main = { name: "runbooks/database-pool-full.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="kassadatabasepoolfull" tabindex="-1">KassaDatabasePoolFull <a class="header-anchor" href="#kassadatabasepoolfull" aria-label="Permalink to &quot;KassaDatabasePoolFull&quot;">​</a></h1><p><strong>Operations wait for a database connection.</strong> Act within the day.</p><h2 id="what-it-means" tabindex="-1">What it means <a class="header-anchor" href="#what-it-means" aria-label="Permalink to &quot;What it means&quot;">​</a></h2><p>All 20 connections of the instance are in use. Operations wait, and fail after five seconds with 503.</p><h2 id="what-to-look-at" tabindex="-1">What to look at <a class="header-anchor" href="#what-to-look-at" aria-label="Permalink to &quot;What to look at&quot;">​</a></h2><ul><li>See <code>kassa_database_connections</code> by <code>state</code> and instance, and the latency and locks of the database itself.</li></ul><h2 id="what-to-do" tabindex="-1">What to do <a class="header-anchor" href="#what-to-do" aria-label="Permalink to &quot;What to do&quot;">​</a></h2><ol><li>If the database is slow, look for the reason: a backup, an index build, a full disk.</li><li>If the database is fast and the operations of all instances wait, start more instances.</li></ol><h2 id="how-to-see-that-it-is-over" tabindex="-1">How to see that it is over <a class="header-anchor" href="#how-to-see-that-it-is-over" aria-label="Permalink to &quot;How to see that it is over&quot;">​</a></h2><ul><li><code>kassa_database_connections{state=&quot;waiting&quot;}</code> is 0.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("runbooks/database-pool-full.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const databasePoolFull = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  databasePoolFull as default
};
