import Router from '@koa/router';
import Koa from 'koa';
import { addFrameRoutes } from '../frames/frame-routes.ts';
import type { ProcessorContext } from '../operations/processor-context.ts';
import { addPageRoutes } from '../pages/page-routes.ts';
import { answerErrors } from './answer-errors.ts';
import { authenticate } from './authenticate.ts';
import { addBookRoutes } from './book-routes.ts';
import { addClientRoutes } from './client-routes.ts';
import { addControlRoutes } from './control-routes.ts';
import { addDisputeRoutes } from './dispute-routes.ts';
import { addPaymentRoutes } from './payment-routes.ts';
import { addRefundRoutes } from './refund-routes.ts';
import { addVoucherRoutes } from './voucher-routes.ts';

export interface ProcessorAppOptions {
  readonly apiKey: string;
  /** Waits before a call is answered, to simulate a slow processor. */
  holdAnswer(): Promise<void>;
}

export function createProcessorApp(processor: ProcessorContext, options: ProcessorAppOptions): Koa {
  const api = new Router();
  api.use(['/v1', '/control'], authenticate(options.apiKey));
  addPaymentRoutes(api, processor, options.holdAnswer);
  addRefundRoutes(api, processor);
  addDisputeRoutes(api, processor);
  addVoucherRoutes(api, processor);
  addControlRoutes(api, processor);
  addBookRoutes(api, processor);

  addClientRoutes(api, processor, options.holdAnswer);

  const frames = new Router();
  addFrameRoutes(frames, processor.browserFiles);

  const pages = new Router();
  addPageRoutes(pages, processor);

  const app = new Koa();
  app.use(answerErrors());
  app.use(api.routes());
  app.use(frames.routes());
  app.use(pages.routes());
  return app;
}
