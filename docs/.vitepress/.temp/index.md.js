import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Documentation","titleTemplate":"Kassa","description":"","frontmatter":{"title":"Documentation","titleTemplate":"Kassa","sidebar":false,"aside":false,"pageClass":"home"},"headers":[],"relativePath":"index.md","filePath":"index.md"}');
const _sfc_main = { name: "index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="take-payments-with-a-gateway-of-your-own" tabindex="-1">Take payments with a gateway of your own <a class="header-anchor" href="#take-payments-with-a-gateway-of-your-own" aria-label="Permalink to &quot;Take payments with a gateway of your own&quot;">​</a></h1><p class="tagline">Create orders over a signed JSON interface, let consumers pay on the hosted cashier or on yours, and learn the results from signed webhooks.</p><p class="first-steps"><a class="first-step main" href="/docs/quick-start">Quick start</a><a class="first-step" href="/docs/api/">API reference</a><a class="first-step" href="/docs/errors">Errors</a></p><div class="readers"><section><h2>Your server takes payments</h2><p>Create orders, refund them, verify webhooks: with the SDK for Node.js, or in any language from the signature’s rules.</p><ul><li><a href="/docs/guides/first-payment">First payment</a></li><li><a href="/docs/guides/signature">Signature, step by step</a></li><li><a href="/docs/guides/webhooks">Webhooks</a></li><li><a href="/docs/guides/samples">Samples in six languages</a></li></ul></section><section><h2>Your page lets consumers pay</h2><p>Send consumers to the hosted cashier, show it in a frame, or build your own with the browser SDK’s four render types.</p><ul><li><a href="/docs/guides/hosted-cashier">Hosted cashier</a></li><li><a href="/docs/guides/self-built-cashier">Self-built cashier</a></li><li><a href="/docs/api/checkout">Checkout API</a></li><li><a href="/docs/sdk-browser/">SDK for the browser</a></li></ul></section><section><h2>You test and go live</h2><p>Declines, 3-D Secure, disputes, lost answers and late results, all on your own machine and in seconds.</p><ul><li><a href="/docs/guides/testing">Testing in the sandbox</a></li><li><a href="/docs/guides/errors-and-retries">Errors and retries</a></li><li><a href="/docs/guides/going-live">Going live</a></li><li><a href="/docs/guides/deploying">Deploying</a></li><li><a href="/docs/guides/key-rotation">Key rotation</a></li></ul></section><section><h2>You run the gateway</h2><p>Onboard merchants, inspect orders, settle open cases, and see how the gateway handles failures.</p><ul><li><a href="/docs/kassa-admin">kassa-admin</a></li><li><a href="/docs/api/operations-health">Health and metrics</a></li><li><a href="/docs/states">States</a></li><li><a href="/docs/reliability">Reliability</a></li></ul></section></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
