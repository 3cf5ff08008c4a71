import { resolveComponent, useSSRContext } from "vue";
import { ssrRenderAttrs, ssrRenderComponent } from "vue/server-renderer";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Playground","description":"","frontmatter":{"aside":false},"headers":[],"relativePath":"playground.md","filePath":"playground.md"}');
const _sfc_main = { name: "playground.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  const _component_PaymentPlayground = resolveComponent("PaymentPlayground");
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="playground" tabindex="-1">Playground <a class="header-anchor" href="#playground" aria-label="Permalink to &quot;Playground&quot;">​</a></h1><p>Try the <a href="/docs/sdk-browser/">browser SDK</a> here: choose a method, where its card fields are, and how they look. The form pays an order of your sandbox. You see the code that shows this form, and the events that your page gets.</p><p>The playground works only with a sandbox on this computer:</p><ol><li>Start it with <code>npm start</code>.</li><li>Create an order. <code>node samples/node/kassa.mjs first-payment</code> prints its payment address.</li><li>Paste the address below. Pay with a <a href="/docs/guides/testing">test card</a>: <code>4242 4242 4242 4242</code>, any future date and any security code.</li></ol><p>A link can do the last step: add <code>#pay_url=</code> and the encoded address to the address of this page, and <code>&amp;fields=separate</code> to show each card field in a frame of its own.</p>`);
  _push(ssrRenderComponent(_component_PaymentPlayground, null, null, _parent));
  _push(`</div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("playground.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const playground = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  playground as default
};
