export { DemoError } from './demo-error.ts';
export type { DemoFacts } from './demo-file.ts';
export { type DemoPorts, freePort, freePorts } from './demo-ports.ts';
export { type Demo, type DemoOptions, startDemo } from './start-demo.ts';
