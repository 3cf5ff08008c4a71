import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_LOGO_BYTES, readLogo } from '../../src/domain/merchant/logo.ts';
import { jpeg, png, pngOfSize, webps } from '../builders/images.ts';

const images = { png, jpeg, ...webps };

describe('a logo', () => {
  test.each([
    ['png', png, 'image/png'],
    ['jpeg', jpeg, 'image/jpeg'],
    ['lossy webp', webps.lossy, 'image/webp'],
    ['lossless webp', webps.lossless, 'image/webp'],
    ['extended webp', webps.extended, 'image/webp'],
  ])('is recognised as %s by its bytes', (_name, bytes, mediaType) => {
    const hash = createHash('sha256').update(bytes).digest('hex');
    expect(readLogo(bytes)).toEqual({ kind: 'read', logo: { hash, mediaType, bytes } });
  });

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a GIF', 'GIF89a\u0003\0\u0002\0'],
    ['a PDF', '%PDF-1.7'],
    ['a ZIP', 'PK\u0003\u0004'],
    ['nothing', ''],
    ['a name alone', 'RIFF'],
    ['a signature alone', png.subarray(0, 8)],
    ['the start of a JPEG alone', jpeg.subarray(0, 3)],
  ])('is not %s', (_name, bytes) => {
    expect(readLogo(Buffer.from(bytes))).toMatchObject({ kind: 'refused' });
  });

  test.each(Object.entries(images))('is not a %s that is something else as well', (_name, image) => {
    const page = Buffer.from('<script>alert(1)</script>');
    expect(readLogo(Buffer.concat([image, page]))).toMatchObject({ kind: 'refused' });
    expect(readLogo(Buffer.concat([image, page, image.subarray(-2)]))).toMatchObject({ kind: 'refused' });
    expect(readLogo(Buffer.concat([page, image]))).toMatchObject({ kind: 'refused' });
    expect(readLogo(Buffer.concat([image, image]))).toMatchObject({ kind: 'refused' });
  });

  test.each(Object.entries(images))('is not a %s that was cut off anywhere', (_name, image) => {
    for (let length = 0; length < image.length; length += 1) {
      expect(readLogo(image.subarray(0, length)), String(length)).toMatchObject({ kind: 'refused' });
    }
  });

  test('has at most 64 KiB', () => {
    const filled = (length: number) => {
      const chunk = Buffer.alloc(length - png.length);
      chunk.writeUInt32BE(chunk.length - 12);
      chunk.write('tEXt', 4);
      const end = png.length - 12;
      return Buffer.concat([png.subarray(0, end), chunk, png.subarray(end)]);
    };
    expect(readLogo(filled(MAX_LOGO_BYTES))).toMatchObject({ kind: 'read' });
    expect(readLogo(filled(MAX_LOGO_BYTES + 1))).toEqual({
      kind: 'refused',
      reason: 'must have at most 64 KiB',
    });
  });

  test.each([
    [2048, 2048, 'read'],
    [2049, 1, 'refused'],
    [1, 2049, 'refused'],
    [0xffffffff, 0xffffffff, 'refused'],
    [0, 1, 'refused'],
  ])('of %i by %i pixels is %s', (width, height, kind) => {
    expect(readLogo(pngOfSize(width, height))).toMatchObject({ kind });
  });

  test('can be any bytes without a crash or an endless loop', () => {
    const damaged = fc
      .tuple(
        fc.constantFrom(...Object.values(images)),
        fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 8 }),
      )
      .map(([image, changes]) => {
        const bytes = Buffer.from(image);
        for (const [position, value] of changes) if (position < bytes.length) bytes[position] = value;
        return bytes;
      });
    fc.assert(
      fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 200 }).map(Buffer.from)), (bytes) => {
        expect(['read', 'refused']).toContain(readLogo(bytes).kind);
      }),
      { numRuns: 2_000 },
    );
  });
});
