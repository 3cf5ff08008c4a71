import type { Validation } from '@kassa/contracts';
import { expect } from 'vitest';
import type { EnvelopeAnswer } from './envelope-answer.ts';

/** Returns the data of a successful answer. The data must fit the contract exactly. */
export function read<Message>(
  validate: (value: unknown) => Validation<Message>,
  answer: EnvelopeAnswer,
): Message {
  expect(answer.msg, answer.text).toBe('success');
  const reading = validate(answer.data);
  if (reading.kind === 'invalid') {
    expect.fail(`breaks the contract: ${JSON.stringify(reading.fields)} in ${answer.text}`);
  }
  return reading.value;
}
