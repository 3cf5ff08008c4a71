import { DemoError } from './demo-error.ts';

const otherFolder = 'name another data folder with KASSA_DATA_FOLDER';

/**
 * What to print about an error that ended the demo. Known faults of this machine and of the database become a sentence that says
 * what to do. For everything else, which is a defect of the program, the stack is printed.
 *
 * @param isForPeople whether another program's error has a message for people
 */
export function failureText(
  error: unknown,
  dataFolder: string,
  isForPeople: (error: unknown) => boolean,
): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof DemoError || isForPeople(error)) return error.message;
  return faultOfSystem(error, dataFolder) ?? faultOfDatabase(error, dataFolder) ?? String(error.stack);
}

function faultOfSystem(
  error: NodeJS.ErrnoException & { port?: number },
  dataFolder: string,
): string | undefined {
  const path = error.path ?? dataFolder;
  switch (error.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk is full, so ${path} cannot be written. Free some space, and run \`npm start\` again.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `This user may not write ${path}. Correct its permissions, or ${otherFolder}.`;
    case 'ENOTDIR':
    case 'EISDIR':
    case 'EEXIST':
    case 'ELOOP':
      return `The data folder is damaged: ${path} is not the file or folder that it should be. Remove it, or ${otherFolder}.`;
    case 'EADDRINUSE':
      return `Another program took port ${error.port ?? 'of the demo'} at the same moment. Run \`npm start\` again.`;
    default:
      return undefined;
  }
}

/** The drivers' own errors. They reach the demo if the database fails after it was opened. */
function faultOfDatabase({ name, message }: Error, dataFolder: string): string | undefined {
  if (!/^Mongo/.test(name)) return undefined;
  const [reason = ''] = message.split('\n');
  return (
    `The database failed while the demo was starting: ${reason.slice(0, 200)}. Run \`npm start\` again. ` +
    `If this stays so, read the logs in ${dataFolder}/database, or look at the database that MONGODB_URI names.`
  );
}
