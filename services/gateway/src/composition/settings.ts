import { meantBy } from './misspelt.ts';
import { runSecretCommand } from './secret-command.ts';
import { type SettingReader, textFile } from './setting-readers.ts';
import { StartError } from './start-error.ts';

interface ConfigFault {
  readonly variable: string;
  readonly value: string | undefined;
  readonly form: string;
  readonly example: string;
  /** A description of each faulty part of the value, with its position. Absent if the value does not consist of parts. */
  readonly parts?: readonly string[];
}

/** A variable that does not exist, and the existing variable that was probably meant. */
interface Misspelt {
  readonly variable: string;
  readonly meant: string;
}

/** Two variables that give the same value, for example the value itself and a file that contains it. */
interface SetTwice {
  readonly variable: string;
  readonly other: string;
}

/** A variable with the suffix `_COMMAND` whose value is a command that failed, or that printed no valid secret. */
interface FailedCommand {
  readonly variable: string;
  readonly reason: string;
  /** What the command must print. */
  readonly printed: string;
}

type Fault = ConfigFault | Misspelt | SetTwice | FailedCommand;

/** An example of a file with a secret, as Docker and Compose mount one. */
const secretFile = textFile('/run/secrets/kassa');

/**
 * Thrown when environment variables are invalid or missing. The message names each such variable, its format and an example.
 */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';

  constructor(faults: readonly Fault[]) {
    super(`The gateway cannot start with this configuration:\n${faults.map(lineAbout).join('\n')}`);
  }
}

function lineAbout(fault: Fault): string {
  if ('meant' in fault) return `  ${fault.variable} does not exist. Do you mean ${fault.meant}?`;
  if ('other' in fault) return `  ${fault.variable} and ${fault.other} are both set. Set only one of them.`;
  if ('printed' in fault) return lineAboutCommand(fault);
  const { variable, value, form, example, parts = [] } = fault;
  const problem = value === undefined ? 'is not set' : 'has a wrong value';
  const line = `  ${variable} ${problem}. It must be ${form}. Example: ${variable}=${example}`;
  return [line, ...parts.map((part) => `    ${part}`)].join('\n');
}

function lineAboutCommand({ variable, reason, printed }: FailedCommand): string {
  const example = `${variable}=vault kv get -field=value secret/kassa`;
  return `  ${variable} gives no value: ${reason}. It must be a command that prints ${printed}. Example: ${example}`;
}

/** Reads environment variables, and collects their faults. So one error can report all faults together. */
export class Settings {
  readonly #variables: NodeJS.ProcessEnv;
  readonly #asked = new Set<string>();
  readonly #faults: Fault[] = [];

  constructor(variables: NodeJS.ProcessEnv) {
    this.#variables = variables;
  }

  valueOf(variable: string): string | undefined {
    this.#asked.add(variable);
    return this.#variables[variable];
  }

  /**
   * Reads an environment variable. If it is invalid, or missing without a fallback, records a fault and returns a value that
   * must not be used. The caller then calls `throwFaults`, which throws.
   */
  read<Value>(variable: string, reader: SettingReader<Value>, fallback?: Value): Value {
    const value = this.valueOf(variable);
    if (value === undefined && fallback !== undefined) return fallback;
    const read = value === undefined ? undefined : reader.read(value);
    if (read === undefined) {
      const parts = value === undefined ? [] : (reader.faults?.(value) ?? []);
      this.#faults.push({ variable, value, form: reader.form, example: reader.example, parts });
    }
    return read as Value;
  }

  /**
   * Reads a secret from its environment variable, from the file that the variable with the suffix `_FILE` names, or from the
   * output of the command in the variable with the suffix `_COMMAND`. With a file or a command, the secret need not be in the
   * environment, where other programs can see it.
   */
  readSecret<Value>(variable: string, reader: SettingReader<Value>, fallback?: Value): Value {
    const [file, command] = [`${variable}_FILE`, `${variable}_COMMAND`];
    const [used, other] = [variable, file, command].filter((name) => this.valueOf(name) !== undefined);
    if (used !== undefined && other !== undefined) {
      this.#faults.push({ variable: used, other });
      return undefined as Value;
    }
    if (used === file) return this.read(file, fromFile(reader));
    return used === command ? this.#readFromCommand(command, reader) : this.read(variable, reader, fallback);
  }

  #readFromCommand<Value>(variable: string, reader: SettingReader<Value>): Value {
    const outcome = runSecretCommand(this.valueOf(variable) ?? '');
    const value = outcome.kind === 'printed' ? reader.read(outcome.text) : undefined;
    if (value === undefined) {
      const reason = outcome.kind === 'failed' ? outcome.reason : 'its command printed something else';
      this.#faults.push({ variable, reason, printed: reader.form });
    }
    return value as Value;
  }

  /** Records a fault: the value of one variable does not fit the value of another variable. */
  refuse(variable: string, form: string, example: string): void {
    this.#faults.push({ variable, value: this.valueOf(variable), form, example });
  }

  /** Records a fault for each variable with almost the same name as a variable that was read: somebody has mistyped the name. */
  refuseMisspelt(): void {
    for (const variable of Object.keys(this.#variables)) {
      const meant = this.#asked.has(variable) ? undefined : meantBy(variable, this.#asked);
      if (meant !== undefined) this.#faults.push({ variable, meant });
    }
  }

  /** @throws {ConfigError} when a fault was recorded */
  throwFaults(): void {
    if (this.#faults.length > 0) throw new ConfigError(this.#faults);
  }
}

/** Reads a value from the file at a path. White space at the end of the file is ignored. */
function fromFile<Value>(reader: SettingReader<Value>): SettingReader<Value> {
  return {
    form: `${secretFile.form}, which contains ${reader.form}`,
    example: secretFile.example,
    read: (path) => {
      const content = secretFile.read(path);
      return content === undefined ? undefined : reader.read(content.trimEnd());
    },
  };
}
