import { createHash } from 'node:crypto';
import { type ImageType, inspectImage } from './inspect-image.ts';

/** A merchant's logo, as sent to browsers. */
export interface Logo {
  /**
   * The SHA-256 of the image's bytes in lower-case hex. It is a part of the logo's address, so a changed logo gets another
   * address.
   */
  readonly hash: string;
  readonly mediaType: ImageType;
  readonly bytes: Buffer;
}

export const MAX_LOGO_BYTES = 64 * 1024;

/**
 * The maximum width and height of a logo. Without it, a small file could describe an image so large that it fills the memory of
 * the program that shows it.
 */
const MAX_SIDE_PIXELS = 2048;

export type LogoReading =
  | { readonly kind: 'read'; readonly logo: Logo }
  | { readonly kind: 'refused'; readonly reason: string };

/** Checks a logo by its bytes. The media type that the sender states is ignored. */
export function readLogo(bytes: Buffer): LogoReading {
  if (bytes.length > MAX_LOGO_BYTES) return refuse(`must have at most ${MAX_LOGO_BYTES / 1024} KiB`);
  const image = inspectImage(bytes);
  if (image === undefined) return refuse('must be a PNG, JPEG or WebP image, without further data');
  const { type, width, height } = image;
  if (width < 1 || height < 1) return refuse('must show something: it has no width or no height');
  if (width > MAX_SIDE_PIXELS || height > MAX_SIDE_PIXELS) {
    return refuse(`must be at most ${MAX_SIDE_PIXELS} pixels wide and high`);
  }
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { kind: 'read', logo: { hash, mediaType: type, bytes } };
}

function refuse(reason: string): LogoReading {
  return { kind: 'refused', reason };
}
