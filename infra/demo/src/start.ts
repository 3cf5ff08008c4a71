import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { dataFolder } from './data-folder.ts';

/**
 * `npm start`. Keeps compiled code for the next start, because loading the gateway's modules takes most of the processor time.
 */
enableCompileCache(join(dataFolder, 'compile-cache'));
// Loaded only now: a module that is imported above would be compiled before the cache is enabled.
await import('./run-demo.ts');
