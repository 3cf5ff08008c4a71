import { readFileSync, statSync } from 'node:fs';

/**
 * Reads and checks the value of an environment variable. An error message shows `form`, which describes valid values, and
 * `example`.
 */
export interface SettingReader<Value> {
  readonly form: string;
  readonly example: string;
  /** Parses the variable's text. Returns undefined if the text is not valid. */
  read(text: string): Value | undefined;
  /**
   * Returns a description of each fault in an invalid value, with the position of the fault. Only readers of values with
   * several parts, such as lists, have this function.
   */
  faults?(text: string): readonly string[];
}

export function oneOf<const Option extends string>(
  ...options: readonly [Option, ...Option[]]
): SettingReader<Option> {
  return {
    form: `one of ${options.join(', ')}`,
    example: options[0],
    read: (text) => options.find((option) => option === text),
  };
}

export function someOf<const Option extends string>(
  ...options: readonly [Option, ...Option[]]
): SettingReader<readonly Option[]> {
  return {
    form: `one or more of ${options.join(', ')}, separated by commas`,
    example: options.join(','),
    read: (text) => {
      const chosen = text.split(',').map((part) => options.find((option) => option === part.trim()));
      return chosen.every((option) => option !== undefined) ? (chosen as Option[]) : undefined;
    },
  };
}

export function integer(lowest: number, highest: number, example: number): SettingReader<number> {
  return {
    form: `a whole number from ${lowest} to ${highest}`,
    example: String(example),
    read: (text) => {
      const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return value >= lowest && value <= highest ? value : undefined;
    },
  };
}

/**
 * Reads a secret. Refuses a value that only repeats a few characters, such as zeros, because it is a placeholder that nobody
 * has replaced.
 */
export function secret(): SettingReader<string> {
  return {
    form: 'at least 16 characters without white space, at least 8 of them different',
    example: '"$(openssl rand -hex 24)"',
    read: (value) => (/^\S{16,}$/.test(value) && new Set(value).size >= 8 ? value : undefined),
  };
}

export function text(form: string, example: string, pattern: RegExp): SettingReader<string> {
  return { form, example, read: (value) => (pattern.test(value) ? value : undefined) };
}

/** The largest file that a setting can name. */
const MOST_FILE_KIB = 64;

/** Reads the text of a file. The value is the path of the file. */
export function textFile(example: string): SettingReader<string> {
  return {
    form: `the path of a readable file of text, of at most ${MOST_FILE_KIB} KiB`,
    example,
    read: (path) => {
      try {
        const { size } = statSync(path);
        if (size === 0 || size > MOST_FILE_KIB * 1024) return undefined;
        return decodeText(readFileSync(path));
      } catch {
        return undefined;
      }
    },
  };
}

/**
 * Decodes UTF-8. Returns undefined if the bytes are not UTF-8, or contain control characters other than tabs and line breaks.
 */
export function decodeText(bytes: Buffer): string | undefined {
  try {
    const content = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return /[^\P{Cc}\t\r\n]/u.test(content) ? undefined : content;
  } catch {
    return undefined;
  }
}

/** Reads host names, separated by commas. */
export function hostNames(): SettingReader<readonly string[]> {
  return {
    form: 'host names without ports, separated by commas',
    example: 'kassa-operations,operations.pay.internal',
    read: (text) => {
      const names = text.split(',').map((part) => part.trim().toLowerCase());
      return names.every((name) => /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(name)) ? names : undefined;
    },
  };
}

/** Reads an http or https address without a path, and removes a trailing slash. */
export function baseUrl(example: string): SettingReader<string> {
  return {
    form: 'an http or https address without a path',
    example,
    read: (value) => {
      const url = URL.canParse(value) ? new URL(value) : undefined;
      if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
      // Refuse an address with credentials, a path, a query or a fragment. The gateway uses only the origin, so the rest would
      // be ignored without notice.
      return url.href === `${url.origin}/` ? url.origin : undefined;
    },
  };
}

/** Reads an http or https address with any path. Refuses a user name in the address, because it would make every call fail. */
export function webAddress(example: string): SettingReader<string> {
  return {
    form: 'an http or https address without a user name',
    example,
    read: (value) => {
      const url = URL.canParse(value) ? new URL(value) : undefined;
      if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
      return url.username === '' && url.password === '' ? value : undefined;
    },
  };
}

/** Reads one or several keys, separated by commas. Each is 32 bytes in Base64, and the current key comes first. */
export function keys(): SettingReader<readonly [Buffer, ...Buffer[]]> {
  return {
    form: 'the Base64 of 32 random bytes; several keys are separated by commas, the current one first',
    example: '"$(openssl rand -base64 32)"',
    read: (value) => {
      const parts = value.split(',').map((part) => part.trim());
      const [first, ...rest] = parts.map((part) => Buffer.from(part, 'base64'));
      // Encode each decoded key again, and compare it with the text. The decoder skips characters that are not Base64, so a
      // mistyped key would silently become another key.
      const isExact = (key: Buffer, index: number) =>
        key.length === 32 && key.toString('base64') === parts[index];
      // Random bytes practically never repeat so often. A key such as 32 zeros is a placeholder that nobody has replaced.
      const isRandom = (key: Buffer) => new Set(key).size >= 16;
      return first !== undefined && [first, ...rest].every((key, at) => isExact(key, at) && isRandom(key))
        ? [first, ...rest]
        : undefined;
    },
  };
}

/**
 * Reads names with values, as OpenTelemetry writes them: `name=value`, separated by commas. Values are percent-encoded if they
 * contain a comma.
 */
export function namedValues(example: string): SettingReader<Readonly<Record<string, string>>> {
  return {
    form: 'names with values, such as name=value, separated by commas',
    example,
    read: (text) => {
      const pairs = text.split(',').filter((part) => part.trim() !== '');
      const read = pairs.map((pair) =>
        /^\s*([A-Za-z0-9_.-]+)\s*=\s*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)\s*$/.exec(pair),
      );
      try {
        const entries = read.map(
          (match) => match && ([match[1] ?? '', decodeURIComponent(match[2] ?? '')] as const),
        );
        const isReadable = (entry: (typeof entries)[number]) =>
          entry !== null && !/[^\P{Cc}]/u.test(entry[1]);
        return entries.every(isReadable)
          ? Object.fromEntries(entries as (readonly [string, string])[])
          : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
