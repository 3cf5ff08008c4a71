import type { SettingReader } from './setting-readers.ts';
import { StartError } from './start-error.ts';

interface ConfigFault {
  readonly variable: string;
  readonly value: string | undefined;
  readonly form: string;
  readonly example: string;
  /** What is wrong with parts of the value, and where. Only for values that have parts. */
  readonly parts?: readonly string[];
}

/**
 * Thrown when environment variables are invalid or missing. The message names each of them with its format and an
 * example.
 */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';

  constructor(faults: readonly ConfigFault[]) {
    const lines = faults.map(({ variable, value, form, example, parts = [] }) => {
      const problem = value === undefined ? 'is not set' : 'has a wrong value';
      const line = `  ${variable} ${problem}. It must be ${form}. Example: ${variable}=${example}`;
      return [line, ...parts.map((part) => `    ${part}`)].join('\n');
    });
    super(`The gateway cannot start with this configuration:\n${lines.join('\n')}`);
  }
}

/**
 * Reads the environment variables when the gateway starts. It collects all faults, so that one error can report them
 * together.
 */
export class Settings {
  readonly #variables: NodeJS.ProcessEnv;
  readonly #faults: ConfigFault[] = [];

  constructor(variables: NodeJS.ProcessEnv) {
    this.#variables = variables;
  }

  valueOf(variable: string): string | undefined {
    return this.#variables[variable];
  }

  /**
   * Reads a variable. If the value is invalid, or is missing and has no fallback, a fault is recorded and an unusable
   * value returned. Nobody uses that value, because `throwFaults` then throws.
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

  /** Records a fault of a variable whose value conflicts with the value of another variable. */
  refuse(variable: string, form: string, example: string): void {
    this.#faults.push({ variable, value: this.valueOf(variable), form, example });
  }

  /** @throws {ConfigError} when a fault was recorded */
  throwFaults(): void {
    if (this.#faults.length > 0) throw new ConfigError(this.#faults);
  }
}
