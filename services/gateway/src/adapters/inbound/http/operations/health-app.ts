import type Koa from 'koa';
import { mount } from '../app.ts';
import { createOperationsApp, type OperationsPortSettings } from './create-operations-app.ts';

/** The app on the operations port of a worker-only instance: health checks and metrics, but no administration. */
export function healthApp(settings: OperationsPortSettings): Koa {
  const { app, open } = createOperationsApp(settings);
  mount(app, open);
  return app;
}
