/** The expected and the observed result of one task of a trial. */
export interface TrialResult {
  readonly name: string;
  readonly expected: string;
  readonly seen: string;
  readonly isAsExpected: boolean;
}

/** Tries a channel type with test keys. The program that starts `kassa-admin` provides it. */
export type TryChannel = (request: {
  readonly channelType: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly environment: NodeJS.ProcessEnv;
  readonly listen?: number;
  readonly listening?: (url: string) => void;
  readonly tell: (result: TrialResult) => void;
}) => Promise<
  | { readonly kind: 'tried'; readonly results: readonly TrialResult[]; readonly transcript: string }
  | { readonly kind: 'refused'; readonly message: string }
>;
