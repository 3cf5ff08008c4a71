import { randomBytes } from 'node:crypto';
import { ConfigError, readConfig } from '@kassa/gateway';

const secret = () => randomBytes(24).toString('hex');
const key = () => randomBytes(32).toString('base64');

/** The fewest settings with which a sandbox starts. */
export const leastSettings: NodeJS.ProcessEnv = {
  MONGODB_URI: 'mongodb://127.0.0.1:27017',
  KASSA_OPERATIONS_TOKEN: secret(),
  KASSA_SESSION_KEYS: key(),
  KASSA_ENCRYPTION_KEY: key(),
  SANDBOX_PROCESSOR_URL: 'http://127.0.0.1:10050',
  SANDBOX_PROCESSOR_API_KEY: secret(),
  SANDBOX_PROCESSOR_CALLBACK_SECRET: secret(),
};

/** The environment variables that the gateway reads, in the sandbox or in production. */
export function gatewayVariables(): ReadonlySet<string> {
  const asked = new Set<string>();
  for (const environment of ['sandbox', 'production']) {
    const variables = new Proxy<NodeJS.ProcessEnv>(
      {},
      {
        get: (_, name) => {
          asked.add(String(name));
          return name === 'KASSA_ENVIRONMENT' ? environment : undefined;
        },
      },
    );
    try {
      readConfig(variables);
    } catch (error) {
      // The gateway misses required variables, but it has asked for all of them before it says so.
      if (!(error instanceof ConfigError)) throw error;
    }
  }
  return asked;
}
