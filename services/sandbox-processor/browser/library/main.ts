import { componentsOf } from './components.ts';
import { elementsOf } from './elements.ts';

declare global {
  interface Window {
    SandboxElements: ReturnType<typeof elementsOf>;
    SandboxComponents: ReturnType<typeof componentsOf>;
  }
}

const script = document.currentScript;
if (!(script instanceof HTMLScriptElement))
  throw new Error('The sandbox processor’s library is loaded by a script element that is no module.');

// The origin from which the shop's page loaded this library. The library loads the card form from there too.
const { origin } = new URL(script.src);
window.SandboxElements = elementsOf(origin);
window.SandboxComponents = componentsOf(origin);
