import type { Plugin } from 'vite';

interface Omission {
  /**
   * The end of the path of one of Svelte's source files. The plugin replaces the text `find` in that source file by the text
   * `replace`.
   */
  readonly module: string;
  readonly find: string;
  readonly replace: string;
}

/**
 * Parts of Svelte's runtime that the cashier never uses, but that the bundler cannot leave out by itself. Each row makes a
 * condition constant, so that the minifier removes the code behind it.
 */
const omissions: readonly Omission[] = [
  // Leaves out hydration, because the page's HTML has no rendered components that Svelte could take over.
  {
    module: 'dom/hydration.js',
    find: 'export let hydrating = false;',
    replace: 'export const hydrating = false;',
  },
  { module: 'dom/hydration.js', find: '\thydrating = value;\n', replace: '' },
  // Leaves out asynchronous components, an experiment of Svelte that svelte-options.ts does not turn on.
  {
    module: 'reactivity/async.js',
    find: 'if (async.length === 0 && pending.length === 0) {',
    replace: 'if (true) {',
  },
  { module: 'reactivity/batch.js', find: 'if (!this.#is_deferred()) this.discard();', replace: '' },
  { module: 'reactivity/batch.js', find: 'if (this.#is_deferred()) {', replace: 'if (false) {' },
  {
    module: 'reactivity/batch.js',
    find: 'const earlier_batch = this.#find_earlier_batch();',
    replace: 'const earlier_batch = null;',
  },
  { module: 'reactivity/batch.js', find: 'if (!this.is_fork) {', replace: 'if (true) {' },
  { module: 'reactivity/batch.js', find: 'effect.b?.is_pending &&', replace: 'false &&' },
  { module: 'reactivity/effects.js', find: 'current_batch?.register_created_effect(effect);', replace: '' },
  {
    module: 'reactivity/deriveds.js',
    find: 'if (!current_batch?.is_fork || derived.deps === null) {',
    replace: 'if (true) {',
  },
  {
    module: 'client/runtime.js',
    find: 'var is_fork = current_batch?.is_fork;',
    replace: 'var is_fork = false;',
  },
  // Leaves out support for Svelte 4 components. The cashier has none: svelte-options.ts requires runes.
  {
    module: 'client/context.js',
    find: 'return !legacy_mode_flag || (component_context !== null && component_context.l === null);',
    replace: 'return true;',
  },
  // Leaves out the separate set of values for each batch of changes. Only asynchronous components and forks have several
  // batches at a time.
  { module: 'reactivity/batch.js', find: 'batch_values?.set(source, value);', replace: '' },
  { module: 'reactivity/sources.js', find: 'if (batch_values === null) {', replace: 'if (true) {' },
  { module: 'reactivity/sources.js', find: 'batch_values?.delete(derived);', replace: '' },
  { module: 'reactivity/deriveds.js', find: 'if (batch_values !== null) {', replace: 'if (false) {' },
  { module: 'client/runtime.js', find: 'batch_values === null', replace: 'true' },
  { module: 'client/runtime.js', find: 'if (batch_values?.has(signal)) {', replace: 'if (false) {' },
  {
    module: 'reactivity/batch.js',
    find: 'if (source.v !== UNINITIALIZED && !this.previous.has(source)) {',
    replace: 'if (false) {',
  },
  { module: 'reactivity/batch.js', find: 'if ((source.f & ERROR_VALUE) === 0) {', replace: 'if (false) {' },
  { module: 'reactivity/batch.js', find: '\tprevious = new Map();\n', replace: '' },
  {
    module: 'reactivity/deriveds.js',
    find: 'previous_batch?.capture(derived, value, true);',
    replace: '',
  },
  // Leaves out Svelte's list of all batches, and the work that follows when a batch has waited for asynchronous code.
  {
    module: 'reactivity/batch.js',
    find: 'if (last_batch === null) {\n\t\t\tfirst_batch = last_batch = this;',
    replace: 'if (true) return;\n\t\tif (last_batch === null) {\n\t\t\tfirst_batch = last_batch = this;',
  },
  { module: 'reactivity/batch.js', find: '\tid = uid++;\n', replace: '' },
  { module: 'reactivity/batch.js', find: '\tlinked = true;\n', replace: '' },
  { module: 'reactivity/batch.js', find: '\tprev = null;\n', replace: '' },
  { module: 'reactivity/batch.js', find: '\tnext = null;\n', replace: '' },
  { module: 'reactivity/batch.js', find: '\tis_fork = false;\n', replace: '' },
  { module: 'reactivity/batch.js', find: '\tasync_deriveds = new Map();\n', replace: '' },
  { module: 'reactivity/batch.js', find: 'this.#unlink();\n\t\t\t\tinfinite', replace: 'infinite' },
  {
    module: 'reactivity/batch.js',
    find: 'for (const fn of this.#commit_callbacks) fn(this);\n\t\tthis.#commit_callbacks.clear();',
    replace: '',
  },
  {
    module: 'reactivity/batch.js',
    find: 'previous_batch = null;\n\n\t\tthis.#deferred?.resolve();',
    replace: '',
  },
  { module: 'reactivity/batch.js', find: 'previous_batch = this;', replace: '' },
  { module: 'reactivity/batch.js', find: 'if (this.#pending === 0 && (', replace: 'if (false && (' },
  { module: 'reactivity/batch.js', find: '|| this.#skipped_branches.has(effect);', replace: ';' },
  // Leaves out a warning about a mistake that the tests would find.
  { module: 'reactivity/deriveds.js', find: 'w.derived_inert();', replace: '' },
  // Leaves out `$state.eager` and `$inspect`, which the cashier does not use.
  { module: 'reactivity/sources.js', find: 'if ((flags & EAGER_EFFECT) !== 0) {', replace: 'if (false) {' },
  {
    module: 'reactivity/sources.js',
    find: 'if (!batch.is_fork && eager_effects.size > 0 && !eager_effects_deferred) {',
    replace: 'if (false) {',
  },
  // Leaves out an optimisation for states on which more than 100,000 other states depend.
  {
    module: 'reactivity/sources.js',
    find: 'if (count_deps > 100000 && seen === null) seen = new Set();',
    replace: '',
  },
  { module: 'reactivity/sources.js', find: 'if (seen !== null) {', replace: 'if (false) {' },
  // Leaves out support for setters of custom elements, which the cashier does not have.
  {
    module: 'elements/attributes.js',
    find: 'get_setters(element).has(attribute)',
    replace: 'attribute in element',
  },
  // Leaves out the removal of the whole app from its page, which the cashier never does.
  {
    module: 'client/render.js',
    find: 'return () => {\n\t\t\tfor (var event_name of registered_events) {',
    replace: 'if (true) return;\n\t\treturn () => {\n\t\t\tfor (var event_name of registered_events) {',
  },
  { module: 'client/render.js', find: 'mounted_components.set(component, unmount);', replace: '' },
  // Leaves out the common listeners of the page: see `elements/events.js` below.
  {
    module: 'client/render.js',
    find: 'event_handle(array_from(all_registered_events));\n\t\troot_event_handles.add(event_handle);',
    replace: '',
  },
  // Leaves out transitions (`transition:`, `in:`, `out:`), which the cashier does not use.
  { module: 'reactivity/effects.js', find: 'if (options.outro) {', replace: 'if (false) {' },
  // Leaves out `getAbortSignal`, which the cashier does not use.
  { module: 'client/runtime.js', find: 'if (reaction.ac !== null) {', replace: 'if (false) {' },
  { module: 'client/runtime.js', find: 'if (derived.ac !== null) {', replace: 'if (false) {' },
  { module: 'reactivity/deriveds.js', find: 'if (e.teardown || e.ac) {', replace: 'if (e.teardown) {' },
  { module: 'reactivity/deriveds.js', find: 'if (e.ac !== null) {', replace: 'if (false) {' },
  {
    module: 'reactivity/effects.js',
    find: 'const controller = effect.ac;',
    replace: 'const controller = null;',
  },
  {
    module: 'client/constants.js',
    find: 'export const STALE_REACTION = new (class',
    replace: 'export const STALE_REACTION = null && new (class',
  },
  // Leaves out pages that are XML. The gateway sends HTML.
  {
    module: 'client/constants.js',
    find: '!!globalThis.document?.contentType &&',
    replace: 'false &&',
  },
  // Leaves out the removal of a class that a component states both in `class` and as `class:`. The cashier states each class
  // once.
  { module: 'shared/attributes.js', find: '} else if (classname.length) {', replace: '} else if (false) {' },
  // Leaves out the search for an error boundary. The cashier defines none, so an error is only thrown again.
  { module: 'client/error-handling.js', find: 'while (effect !== null) {', replace: 'while (false) {' },
  {
    module: 'client/error-handling.js',
    find: 'if (error === HYDRATION_ERROR) {',
    replace: 'if (false) {',
  },
  // Leaves out checks that help a programmer during development: for an effect outside of a component, and for a derived value
  // that changes a state.
  { module: 'reactivity/effects.js', find: "validate_effect('$effect');", replace: '' },
  { module: 'reactivity/sources.js', find: 'e.state_unsafe_mutation();', replace: '' },
  // Leaves out a list of boolean attributes that only unused functions read.
  { module: 'svelte/src/utils.js', find: '\t...DOM_BOOLEAN_ATTRIBUTES,\n', replace: '' },
];

/**
 * Modules of Svelte's runtime whose work the cashier does not need. Each is paired with the short code that takes its place.
 */
const replacements: Readonly<Record<string, string>> = {
  // Leaves out deep state, which is Svelte's tracking of changes inside objects. The cashier replaces objects as a whole, so it
  // does not need the tracking.
  '/internal/client/proxy.js': `
    export const proxy = (value) => value;
    export const get_proxied_value = proxy;
    export const is = Object.is;`,
  // Replaces event handling. Svelte's own code listens once for the whole page and looks for the element's handler itself. The
  // cashier has few elements that handle events, so each of them has its own listener.
  '/internal/client/dom/elements/events.js': `
    import { without_reactive_context } from './bindings/shared.js';
    export const event = (name, element, handler) =>
      element.addEventListener(name, (happened) => without_reactive_context(() => handler.call(element, happened)));
    export const delegated = event;
    export const delegate = () => undefined;
    export const create_event = event;
    export const event_symbol = undefined;
    export const all_registered_events = undefined;
    export const root_event_handles = undefined;
    export const handle_event_propagation = undefined;
    export const on = undefined;
    export const apply = undefined;
    export const replay_events = () => undefined;`,
  // Replaces templates. Svelte's own code would create trusted types, which the gateway's content security policy does not
  // require.
  '/internal/client/dom/reconciler.js': `
    export const create_trusted_html = (html) => html;
    export const create_fragment_from_html = (html) => {
      const template = document.createElement('template');
      template.innerHTML = html.replaceAll('<!>', '<!---->');
      return template.content;
    };`,
  // Replaces blocks such as `{#if}`. Svelte's own code keeps the old content until a transition has ended, and prepares the
  // content of asynchronous components before it is shown. The cashier uses neither transitions nor asynchronous components.
  '/internal/client/dom/blocks/branches.js': `
    import { branch, destroy_effect } from '../../reactivity/effects.js';
    export class BranchManager {
      constructor(anchor) {
        this.anchor = anchor;
      }
      ensure(key, render) {
        if (this.key === key) return;
        if (this.shown) destroy_effect(this.shown);
        this.key = key;
        this.shown = render && branch(() => render(this.anchor));
      }
    }`,
  // Replaces lists. Svelte's own code finds the fewest moves from one order to another, animates items, and keeps an
  // alternative for empty lists (`{:else}`). The cashier's lists rarely change, except that items are removed. After any other
  // change, this code puts all items in place again.
  '/internal/client/dom/blocks/each.js': `
    import { EACH_INDEX_REACTIVE, EACH_IS_CONTROLLED, EACH_ITEM_REACTIVE } from '../../../../constants.js';
    import { block, branch, destroy_effect, move_effect } from '../../reactivity/effects.js';
    import { internal_set, source } from '../../reactivity/sources.js';
    import { create_text } from '../operations.js';
    export const index = (_, at) => at;
    export const each = (node, flags, get_collection, get_key, render) => {
      const anchor = flags & EACH_IS_CONTROLLED ? node.appendChild(create_text()) : node;
      let items = new Map();
      block(() => {
        const next = new Map();
        get_collection().forEach((value, at) => {
          const key = get_key(value, at);
          let item = items.get(key);
          if (item) {
            item.v && internal_set(item.v, value);
            item.i && internal_set(item.i, at);
          } else {
            const v = flags & EACH_ITEM_REACTIVE ? source(value) : null;
            const i = flags & EACH_INDEX_REACTIVE ? source(at) : null;
            item = { v, i, e: branch(() => render(anchor, v ?? value, i ?? at)) };
          }
          next.set(key, item);
        });
        for (const [key, item] of items) next.has(key) || destroy_effect(item.e);
        const wanted = [...next.keys()];
        const present = [...new Set([...items.keys(), ...wanted])].filter((key) => next.has(key));
        items = next;
        if (wanted.every((key, at) => key === present[at])) return;
        const fragment = document.createDocumentFragment();
        for (const item of next.values()) move_effect(item.e, fragment);
        anchor.before(fragment);
      });
    };`,
  // Leaves out error boundaries. The cashier defines none, and the one that Svelte always adds would only throw the error
  // again.
  '/internal/client/dom/blocks/boundary.js': `
    import { branch } from '../../reactivity/effects.js';
    export const boundary = (anchor, props, children) => branch(() => children(anchor));
    export const pending = () => 0;`,
};

/**
 * The methods of Svelte's class `Batch` that the build removes, because only asynchronous components and forks call them. The
 * bundler itself would keep them: it removes no methods from a class that is used.
 */
const unusedMethods = [
  'discard',
  'skip_effect',
  'unskip_effect',
  'activate',
  'deactivate',
  'register_created_effect',
  'increment',
  'decrement',
  'transfer_reactions',
  'oncommit',
  'ondiscard',
  'settled',
] as const;
const batchModule = '/internal/client/reactivity/batch.js';
const methodOf = (name: string) => new RegExp(`\\n\\t${name}\\([^]*?\\n\\t}\\n`);

/** Finds an element that has the same class both in `class` and as `class:`. */
const statedTwice = /<[^>]*\sclass="[^"]*\b([\w-]+)\b[^"]*"[^>]*\sclass:\1[\s=>]/;
const unsupported =
  /\$state[<(]|<svelte:(boundary|window|document|body)|\bgetAbortSignal\b|\s(animate|transition|in|out):[a-z]/;

/**
 * Makes the first load smaller: leaves out those parts of Svelte's runtime that the cashier does not use. The build fails if
 * the cashier uses such a part after all, or if Svelte's sources have changed.
 */
export function slimSveltePlugin(): Plugin {
  const missing = new Set<string>();
  return {
    name: 'kassa-slim-svelte',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      for (const omission of omissions) missing.add(nameOf(omission));
      for (const end of Object.keys(replacements)) missing.add(end);
      for (const name of unusedMethods) missing.add(name);
    },
    transform(code, id) {
      const [path = ''] = id.split('?');
      if (!path.includes('/node_modules/') && /\.svelte(\.ts)?$/.test(path) && unsupported.test(code))
        throw new Error(
          `${path}: use $state.raw, no error boundary, no <svelte:window> or the like, no getAbortSignal and no animation or transition of Svelte's. The build leaves them out of Svelte.`,
        );
      if (!path.includes('/node_modules/') && path.endsWith('.svelte') && statedTwice.test(code))
        throw new Error(`${path}: state each class either in class or as class:, not both.`);
      if (!path.includes('/svelte/src/')) return null;
      const [end, replacement] = Object.entries(replacements).find(([end]) => path.endsWith(end)) ?? [];
      if (end) missing.delete(end);
      if (replacement) return replacement;
      const shorter = omissions
        .filter(({ module, find }) => path.endsWith(`/${module}`) && code.includes(find))
        .reduce((rest, omission) => {
          missing.delete(nameOf(omission));
          return rest.replace(omission.find, omission.replace);
        }, code)
        // Leaves out the other behaviour of Svelte 4 components, as above.
        .replaceAll(/(?<!function )\bis_runes\(\)/g, 'true');
      // The names of Svelte's errors say enough without the address of their explanations.
      if (path.endsWith('/client/errors.js')) return shorter.replaceAll('https://svelte.dev/e/', '');
      if (!path.endsWith(batchModule)) return shorter;
      return unusedMethods.reduce((rest, name) => {
        if (methodOf(name).test(rest)) missing.delete(name);
        return rest.replace(methodOf(name), '\n');
      }, shorter);
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        const called = unusedMethods.find(
          (name) => chunk.type === 'chunk' && chunk.code.includes(`.${name}(`),
        );
        if (called)
          throw new Error(`${chunk.fileName} calls ${called}, which the build has left out of Svelte.`);
      }
    },
    buildEnd(error) {
      if (!error && missing.size > 0) throw new Error(`Svelte no longer has: ${[...missing].join('; ')}.`);
    },
  };
}

const nameOf = ({ module, find }: Omission) => `"${find.trim().replaceAll(/\s+/g, ' ')}" in ${module}`;
