import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export const stylesheet = readFileSync(new URL('./sandbox.css', import.meta.url), 'utf8');

const version = createHash('sha256').update(stylesheet).digest('hex').slice(0, 12);

/** The path of the stylesheet. It contains a hash of the content, so browsers may cache the stylesheet for ever. */
export const stylesheetPath = `/assets/${version}/sandbox.css`;
