/** The parts of a MongoDB connection string: `scheme://hosts`, `/database` and `?options`. */
const PARTS = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/;

/**
 * Reads MONGODB_URI, the connection string of a database that somebody else runs (option 1 of the README). Returns the string
 * without its database name, because each program adds its own. If the string contains credentials, the removed name becomes
 * the option `authSource`, so that the driver still authenticates against that database.
 */
export function readMongodbUri(environment: NodeJS.ProcessEnv): string | undefined {
  const configured = environment.MONGODB_URI;
  if (configured === undefined || configured === '') return undefined;
  const parts = PARTS.exec(configured);
  if (parts === null) {
    throw new Error('MONGODB_URI is set, but does not look like mongodb://host:port/?options.');
  }
  const [, server = '', databaseName = '', query = ''] = parts;
  const options = new URLSearchParams(query);
  const hasCredentials = server.includes('@');
  if (hasCredentials && databaseName !== '' && !options.has('authSource'))
    options.set('authSource', databaseName);
  return options.size === 0 ? `${server}/` : `${server}/?${options.toString()}`;
}

/** The hosts of a connection string, to show to people. Credentials are left out. */
export function hostsOf(uri: string): string {
  return uri
    .replace(/^mongodb(?:\+srv)?:\/\//, '')
    .replace(/^[^@/]*@/, '')
    .replace(/[/?].*$/, '');
}
