/** The accepted image types. SVG is not accepted, because an SVG file can contain scripts. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';

export interface ImageDescription {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
}

/**
 * Reads an image's type and size. Returns undefined if the bytes are not a PNG, JPEG or WebP image, are cut off, or continue
 * after the image's end. Bytes after the end are refused, because they could make the file valid as another type as well, such
 * as a script.
 */
export function inspectImage(bytes: Buffer): ImageDescription | undefined {
  try {
    return inspectPng(bytes) ?? inspectJpeg(bytes) ?? inspectWebp(bytes);
  } catch (error) {
    // The program tried to read past the last byte, so the file is shorter than its header says.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** How many bytes each PNG chunk has in addition to its data: length, type and checksum. */
const PNG_CHUNK_FRAME = 12;

/** Reads a PNG image (W3C, section 5): a signature, followed by chunks from IHDR to IEND. */
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
/**
 * These JPEG markers have numbers within the range of the frame headers, but do not begin a frame header. They begin two kinds
 * of tables and an extension.
 */
const noFrameHeaders: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

/**
 * Reads a JPEG image (ITU-T T.81, annex B): segments up to the start of the scan. One of the segments is the frame header,
 * which contains the size.
 */
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

/**
 * Whether a JPEG file ends with the first end marker after the start of its scan. The compressed data of a scan never contains
 * this marker, so anything after it does not belong to the image.
 */
function endsWithin(bytes: Buffer, scanOffset: number): boolean {
  return bytes.indexOf(jpegEnd, scanOffset) === bytes.length - jpegEnd.length;
}

/** Reads a WebP image (RFC 9649): a RIFF file whose first chunk contains the image's size. */
function inspectWebp(bytes: Buffer): ImageDescription | undefined {
  if (ascii(bytes, 0, 4) !== 'RIFF' || ascii(bytes, 8, 4) !== 'WEBP') return undefined;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return undefined;
  const size = webpSize(bytes, ascii(bytes, 12, 4));
  return size && { type: 'image/webp', ...size };
}

function webpSize(bytes: Buffer, chunk: string): { width: number; height: number } | undefined {
  switch (chunk) {
    case 'VP8 ':
      // In a WebP image, the lower 14 bits hold the width or the height. The upper two bits hold a scaling factor, which is
      // ignored.
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
