/** Reads the value of an environment variable. `form` and `example` describe valid values for error messages. */
export interface SettingReader<Value> {
  readonly form: string;
  readonly example: string;
  /** Parses the variable's text. Returns undefined if the text is not valid. */
  read(text: string): Value | undefined;
  /** Describes each fault of an invalid text and where it is. Only readers of values with several parts have this. */
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

export function text(form: string, example: string, pattern: RegExp): SettingReader<string> {
  return { form, example, read: (value) => (pattern.test(value) ? value : undefined) };
}

/** Reads an http or https address without a path. A trailing slash is removed. */
export function baseUrl(example: string): SettingReader<string> {
  return {
    form: 'an http or https address without a path',
    example,
    read: (value) => {
      const url = URL.canParse(value) ? new URL(value) : undefined;
      if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
      // Refuse credentials, a path, a query or a fragment. Only the origin is kept, so they would be lost without
      // notice.
      return url.href === `${url.origin}/` ? url.origin : undefined;
    },
  };
}

/** Reads keys of 32 bytes each, in Base64 and separated by commas. The current key comes first. */
export function keys(): SettingReader<readonly [Buffer, ...Buffer[]]> {
  return {
    form: 'the Base64 of 32 random bytes; several separated by commas, the current one first',
    example: '"$(openssl rand -base64 32)"',
    read: (value) => {
      const parts = value.split(',').map((part) => part.trim());
      const [first, ...rest] = parts.map((part) => Buffer.from(part, 'base64'));
      // Encode each key again and compare. Decoding skips characters that are not Base64, so a mistyped key would
      // otherwise become a different key without notice.
      const isExact = (key: Buffer, index: number) =>
        key.length === 32 && key.toString('base64') === parts[index];
      return first !== undefined && [first, ...rest].every(isExact) ? [first, ...rest] : undefined;
    },
  };
}
