import { MongoServerError } from 'mongodb';
import { expect, test } from 'vitest';
import { DemoError } from '../src/demo-error.ts';
import { failureText } from '../src/failure-text.ts';

const textOf = (error: unknown) => failureText(error, '/home/ann/kassa', () => false);
const systemError = (code: string, path?: string) => Object.assign(new Error(code), { code, path });

test.each([
  [
    systemError('ENOSPC', '/home/ann/kassa/demo.json'),
    'The disk is full, so /home/ann/kassa/demo.json cannot',
  ],
  [
    systemError('EACCES', '/home/ann/kassa'),
    'This user may not write /home/ann/kassa. Correct its permissions',
  ],
  [systemError('ENOTDIR', '/home/ann/kassa'), 'The data folder is damaged: /home/ann/kassa is not the file'],
  [Object.assign(systemError('EADDRINUSE'), { port: 10_050 }), 'Another program took port 10050'],
  [
    new MongoServerError({ message: 'not authorized' }),
    'The database failed while the demo was starting: not auth',
  ],
  [new DemoError('The secret is damaged.'), 'The secret is damaged.'],
])('%s is told in words, without a stack', (error, text) => {
  expect(textOf(error)).toContain(text);
  expect(textOf(error)).not.toContain('    at ');
});

test('a defect of the program is printed with its stack', () => {
  expect(textOf(new TypeError('x is not a function'))).toContain('    at ');
});
