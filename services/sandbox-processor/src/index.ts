export {
  type SandboxProcessor,
  type SandboxProcessorConfig,
  startSandboxProcessor,
} from './sandbox-processor.ts';
