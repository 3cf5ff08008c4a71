import { userInfo } from 'node:os';
import { operatorNamePattern } from '@kassa/contracts';
import { CliError } from '../terminal/cli-error.ts';

/**
 * Returns the operator's name for the audit log of a command that opens the database itself: `KASSA_OPERATOR`, or else the user
 * name on this machine. A user name that the audit log does not accept is left out.
 *
 * @throws {CliError} when the audit log does not accept `KASSA_OPERATOR`
 */
export function operatorName({ KASSA_OPERATOR, USER, USERNAME }: NodeJS.ProcessEnv): string | undefined {
  if (KASSA_OPERATOR !== undefined && KASSA_OPERATOR !== '') {
    if (operatorNamePattern.test(KASSA_OPERATOR)) return KASSA_OPERATOR;
    throw new CliError(
      'usage',
      'KASSA_OPERATOR must have 1 to 64 characters from A-Z, a-z, 0-9 and . _ @ + -',
    );
  }
  const name = USER ?? USERNAME ?? accountName() ?? '';
  return operatorNamePattern.test(name) ? name : undefined;
}

/**
 * The user name of the account that runs the process. It is needed in containers and under service managers, which set no USER
 * variable. Undefined if the account has no name.
 */
function accountName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
