import type { TSchema } from 'typebox';
import { describe, expect, it } from 'vitest';
import { compileValidator } from '../../src/index.ts';
import { allNodes, exportedSchemas, type SchemaNode } from './all-schemas.ts';

describe('the schemas', () => {
  it('are found by these tests', () => {
    const names = exportedSchemas.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(35);
    expect(names).toEqual(
      expect.arrayContaining([
        'CreatePaymentRequest',
        'RefundRequest',
        'WebhookEvent',
        'SubmitPaymentRequest',
      ]),
    );
  });

  it.each(exportedSchemas)('compile in strict mode: $name', ({ schema }) => {
    expect(compileValidator(schema)(undefined).kind).toBe('invalid');
  });

  it('are closed: an unknown member never passes silently', () => {
    const open = allNodes.filter(({ node }) => node.type === 'object' && node.additionalProperties !== false);
    // Only the configuration of a channel's own library may have unknown members, because its members are the channel's.
    expect(open.map(({ place }) => place)).toEqual(['InitCheckoutResult.extension.component']);
  });

  it('use only keywords that these tests know', () => {
    const known = new Set(
      'type properties required additionalProperties items anyOf const enum pattern format minLength maxLength minimum maximum minItems maxItems uniqueItems patternProperties minProperties maxProperties description examples'.split(
        ' ',
      ),
    );
    const unknown = allNodes.flatMap(({ place, node }) =>
      Object.keys(node).flatMap((keyword) => (known.has(keyword) ? [] : [`${place}: ${keyword}`])),
    );
    expect(unknown).toEqual([]);
  });

  it('of the operations port’s orders and cases describe every member', () => {
    const ofOperators =
      /^(Operator(Order|Attempt|Refund|Event|Case)|Case\w+|Settle\w+|Resumed\w+|OrderHistoryEntry|AttemptAnswer)\./;
    const members = allNodes.filter(({ place }) => ofOperators.test(place) && /\.\w+$/.test(place));
    // Leave out the members of `OperatorOrder.payment`, which the merchant interface describes.
    const own = members.filter(({ place }) => !place.startsWith('OperatorOrder.payment.'));
    expect(own.length).toBeGreaterThan(60);
    const undescribed = own.filter(({ node }) => node.description === undefined);
    expect(undescribed.map(({ place }) => place)).toEqual([]);
  });

  const withExamples = allNodes.filter(({ node }) => node.examples !== undefined);
  it.each(withExamples)('have examples that are valid: $place', ({ node }) => {
    const validate = compileValidator(node as SchemaNode & TSchema);
    for (const example of node.examples ?? []) {
      expect(validate(example), JSON.stringify(example)).toMatchObject({ kind: 'valid' });
    }
  });

  it('limit the length of every string in a request', () => {
    const requests = allNodes.filter(({ place }) => /^\w+(Request|Query|Input)\b/.test(place));
    const unbounded = requests.filter(({ node }) => {
      return node.type === 'string' && !('const' in node) && !isBoundedText(node);
    });
    expect(unbounded.map(({ place }) => place)).toEqual([]);
  });
});

function isBoundedText(node: SchemaNode): boolean {
  return node.maxLength !== undefined || node.format !== undefined || /^\^.*\$$/.test(node.pattern ?? '');
}
