import { buildSite, SiteFault } from './build-site.ts';

try {
  console.log(`The docs are in ${await buildSite()}`);
} catch (error) {
  console.error(error instanceof SiteFault ? error.message : error);
  process.exitCode = 1;
}
