/** `scheme://hosts`, `/database` and `?options` of a MongoDB connection string. */
const PARTS = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/([^?]*))?(?:\?(.*))?$/;

/**
 * Option 1: a database that somebody else runs. Its users choose their own database names, so the connection
 * string is returned without one. The original name stays as the authentication database, because the driver
 * would use it for that as well.
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

/** The hosts of a connection string, without credentials, to show to people. */
export function hostsOf(uri: string): string {
  return uri
    .replace(/^mongodb(?:\+srv)?:\/\//, '')
    .replace(/^[^@/]*@/, '')
    .replace(/[/?].*$/, '');
}
