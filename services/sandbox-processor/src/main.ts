import { configFromEnvironment } from './config-from-environment.ts';
import { startSandboxProcessor } from './sandbox-processor.ts';

try {
  const processor = await startSandboxProcessor(configFromEnvironment(process.env));
  const stop = (): void => {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    void processor.stop();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  console.log(`Sandbox processor is ready at ${processor.baseUrl}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
