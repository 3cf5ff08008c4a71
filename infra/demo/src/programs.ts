/**
 * The programs that the demo runs beside the database. Loading them takes most of the processor time of a start, so start-demo.ts
 * loads this file while the database starts in processes of its own.
 */
export { openDatabase, readConfig, startGateway } from '@kassa/gateway';
export { startSandboxProcessor } from '@kassa/sandbox-processor';
export { keepDemoMerchant } from './demo-merchant.ts';
export { startShop } from './shop/start-shop.ts';
