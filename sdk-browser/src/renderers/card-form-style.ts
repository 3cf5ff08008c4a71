/** A simple style for the card form. It is in a cascade layer, so any rule of the page overrides it. */
export const cardFormStyle = `@layer kassa {
.kassa-card-form { display: grid; grid-template-columns: 1fr 1fr; gap: 14px; font-family: var(--kassa-font-family, inherit); font-size: var(--kassa-font-size, inherit) }
.kassa-field { display: flex; flex-direction: column; gap: 5px; position: relative; min-width: 0 }
.kassa-number { grid-column: 1 / -1 }
.kassa-number::after { content: attr(data-brand); position: absolute; inset-block-start: 28px; inset-inline-end: 15px; line-height: 46px;
 font-size: .8125em; font-weight: 600; color: var(--kassa-placeholder, #687385); pointer-events: none }
.kassa-field label { line-height: 22px; font-size: .875em; font-weight: 500 }
.kassa-field input { font: inherit; width: 100%; min-height: 48px; box-sizing: border-box; padding: 0 14px;
 color: var(--kassa-text, #1a1f36); background: var(--kassa-field, #fff); border: 1px solid var(--kassa-border, #8792a2); border-radius: var(--kassa-radius, 8px) }
.kassa-field input::placeholder { color: var(--kassa-placeholder, #687385); opacity: 1 }
.kassa-field input:focus-visible { outline: 2px solid var(--kassa-accent, #1f5eff); outline-offset: 1px }
.kassa-field input[aria-invalid] { border-color: var(--kassa-danger, #b3261e) }
[dir=rtl] .kassa-field input { text-align: right }
.kassa-error { margin: 0; font-size: .8125em; color: var(--kassa-danger, #b3261e) }
.kassa-error:empty { position: absolute }
}`;
