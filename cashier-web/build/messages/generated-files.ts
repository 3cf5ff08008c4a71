import { join } from 'node:path';
import { sdkTexts } from './generated-sdk-texts.ts';
import { messageTypes } from './generated-types.ts';

const repository = join(import.meta.dirname, '../../..');

/** The contents of the TypeScript files that are generated from the English texts in messages/en.json, by the files' paths. */
export function generatedFiles(): ReadonlyMap<string, string> {
  return new Map([
    [join(repository, 'cashier-web/src/i18n/messages.ts'), messageTypes()],
    [join(repository, 'sdk-browser/src/renderers/english-card-form-texts.ts'), sdkTexts('cardForm')],
    [join(repository, 'sdk-browser/src/challenge/english-challenge-texts.ts'), sdkTexts('challenge')],
  ]);
}
