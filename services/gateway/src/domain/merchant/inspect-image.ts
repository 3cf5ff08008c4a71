/** The accepted image types. SVG is not accepted: it is a document that can hold script. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';

export interface ImageDescription {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
}

/**
 * Describes an image, or returns undefined if the bytes are not one of these types, are cut off, or continue after the
 * image's end. Such trailing bytes can hide a file that is also of another type.
 */
export function inspectImage(bytes: Buffer): ImageDescription | undefined {
  try {
    return inspectPng(bytes) ?? inspectJpeg(bytes) ?? inspectWebp(bytes);
  } catch (error) {
    // The read went past the end: the file is shorter than its format announces.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The bytes around each chunk's data: length, type and checksum. */
const PNG_CHUNK_FRAME = 12;

/** PNG (W3C, section 5): a signature, and chunks from IHDR to IEND. */
function inspectPng(bytes: Buffer): ImageDescription | undefined {
  if (!startsWith(bytes, pngSignature) || ascii(bytes, 12, 4) !== 'IHDR') return undefined;
  let offset = pngSignature.length;
  while (ascii(bytes, offset + 4, 4) !== 'IEND') offset += bytes.readUInt32BE(offset) + PNG_CHUNK_FRAME;
  if (offset + bytes.readUInt32BE(offset) + PNG_CHUNK_FRAME !== bytes.length) return undefined;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

const jpegStart = Buffer.from([0xff, 0xd8, 0xff]);
const jpegEnd = Buffer.from([0xff, 0xd9]);
const START_OF_SCAN = 0xda;
/** Markers in the same range that are not frame headers: tables and an extension. */
const noFrameHeaders: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

/** JPEG (ITU-T T.81, annex B): segments, one of them the frame header, up to the scan. */
function inspectJpeg(bytes: Buffer): ImageDescription | undefined {
  if (!startsWith(bytes, jpegStart)) return undefined;
  let frame: ImageDescription | undefined;
  for (let offset = 2; ; ) {
    if (bytes.readUInt8(offset) !== 0xff) return undefined;
    const marker = bytes.readUInt8(offset + 1);
    if (marker === START_OF_SCAN) return endsWithin(bytes, offset) ? frame : undefined;
    if (marker >= 0xc0 && marker <= 0xcf && !noFrameHeaders.has(marker)) {
      const [height, width] = [bytes.readUInt16BE(offset + 5), bytes.readUInt16BE(offset + 7)];
      frame = { type: 'image/jpeg', width, height };
    }
    offset += 2 + bytes.readUInt16BE(offset + 2);
  }
}

/** Compressed data never contains the end marker, so the first one is the end. */
function endsWithin(bytes: Buffer, scanOffset: number): boolean {
  return bytes.indexOf(jpegEnd, scanOffset) === bytes.length - jpegEnd.length;
}

/** WebP (RFC 9649): a RIFF file whose first chunk says how large the image is. */
function inspectWebp(bytes: Buffer): ImageDescription | undefined {
  if (ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 4) !== 'WEBP') return undefined;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return undefined;
  const size = webpSize(bytes, ascii(bytes, 12, 4));
  return size && { type: 'image/webp', ...size };
}

function webpSize(bytes: Buffer, chunk: string): { width: number; height: number } | undefined {
  switch (chunk) {
    case 'VP8 ':
      // The lower 14 bits hold the size; the upper two say how to scale it.
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}

function ascii(bytes: Buffer, offset: number, length: number): string {
  if (offset + length > bytes.length) throw new RangeError('past the end');
  return bytes.toString('latin1', offset, offset + length);
}
