import type Koa from 'koa';
import { mount } from '../app.ts';
import { createOperationsApp, type OperationsPortSettings } from './create-operations-app.ts';

/** The app on the operations port of an instance that is only a worker: health checks and metrics, but no administration. */
export function healthApp(settings: OperationsPortSettings): Koa {
  const { app, open } = createOperationsApp(settings);
  mount(app, open);
  return app;
}
