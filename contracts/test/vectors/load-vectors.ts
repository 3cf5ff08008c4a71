import { readFileSync } from 'node:fs';
import type { AmountRefusal, BodyFault } from '../../src/index.ts';

/** A text repeated so many times. */
type Part = readonly [text: string, times: number];

interface Named {
  readonly name: string;
}

interface WithBody extends Named {
  readonly body?: string;
  readonly body_base64?: string;
  readonly body_parts?: readonly Part[];
}

export interface CanonicalBodyVectors {
  readonly accepted: readonly (WithBody & {
    readonly canonical?: string;
    readonly canonical_parts?: readonly Part[];
    readonly sha256: string;
  })[];
  readonly refused: readonly (WithBody & { readonly reason: BodyFault })[];
}

export interface MerchantSignatureVectors {
  readonly test_only_public_key_pem: string;
  readonly valid: readonly (Named & {
    readonly method: string;
    readonly path: string;
    readonly query: string;
    readonly body: string | null;
    readonly timestamp: string;
    readonly nonce: string;
    readonly string_to_sign: string;
    readonly signature: string;
  })[];
  readonly invalid: readonly (Named & { readonly string_to_sign: string; readonly signature: string })[];
  readonly query_sorting: readonly (Named & { readonly query: string; readonly sorted: string })[];
  readonly timestamps: readonly (Named & {
    readonly timestamp: string;
    readonly now_ms: number;
    readonly accepted: boolean;
  })[];
  readonly nonces: readonly (Named & { readonly nonce: string; readonly accepted: boolean })[];
}

interface WebhookMessage extends Named {
  readonly secrets: readonly string[];
  readonly id: string;
  readonly timestamp: string;
  readonly body: string;
  readonly signature_header: string;
}

export interface WebhookSignatureVectors {
  readonly signed: readonly WebhookMessage[];
  readonly accepted: readonly WebhookMessage[];
  readonly refused: readonly WebhookMessage[];
  readonly secrets_accepted: readonly (Named & { readonly secret: string; readonly key_hex: string })[];
  readonly secrets_refused: readonly (Named & { readonly secret: string })[];
}

interface AmountText {
  readonly text: string;
  readonly currency: string;
  readonly lowest?: 'zero';
}

interface AmountOutput {
  readonly minor: number;
  readonly decimal: string;
  readonly wire: string;
}

export interface MoneyVectors {
  readonly accepted: readonly (AmountText & AmountOutput)[];
  readonly refused: readonly (AmountText & { readonly reason: AmountRefusal })[];
  readonly sums: readonly (AmountOutput & { readonly texts: readonly string[]; readonly currency: string })[];
}

interface VectorFiles {
  'canonical-body': CanonicalBodyVectors;
  'merchant-signature': MerchantSignatureVectors;
  'webhook-signature': WebhookSignatureVectors;
  money: MoneyVectors;
}

/** Reads a file of vectors; `vectors/README.md` explains their members. */
export function loadVectors<File extends keyof VectorFiles>(file: File): VectorFiles[File] {
  return JSON.parse(readFileSync(new URL(`../../vectors/${file}.json`, import.meta.url), 'utf8'));
}

export function bodyBytes(vector: WithBody): Buffer {
  if (vector.body_base64 !== undefined) return Buffer.from(vector.body_base64, 'base64');
  return Buffer.from(vector.body ?? joinParts(vector.body_parts ?? []), 'utf8');
}

export function joinParts(parts: readonly Part[]): string {
  return parts.map(([text, times]) => text.repeat(times)).join('');
}
