/** Images of 3 by 2 pixels, as a browser has written them. */

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4AWLiqvX/D8NMDEgAAAAA//+F296KAAAABklEQVQDAGeLBYRqUePJAAAAAElFTkSuQmCC',
  'base64',
);

export const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1R' +
    'V19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj' +
    'Y2NjY2NjY2NjY2NjY2P/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAA' +
    'AAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAgX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCSAKM//9k=',
  'base64',
);

const lossy = Buffer.from('VlA4ICIAAABQAQCdASoDAAIABABoJaAABAAAAP7o1lv//jf6tfJkOAAA', 'base64');
const lossless = Buffer.from('VlA4TBEAAAAvAkAAAAfQvir0qf+BiOh/AAA=', 'base64');
const extension = Buffer.from('VlA4WAoAAAAAAAAAAgAAAQAA', 'base64');

export const webps = {
  lossy: riff(lossy),
  lossless: riff(lossless),
  extended: riff(Buffer.concat([extension, lossy])),
} as const;

/** A PNG that claims this size. */
export function pngOfSize(width: number, height: number): Buffer {
  const image = Buffer.from(png);
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  return image;
}

function riff(chunks: Buffer): Buffer {
  const head = Buffer.from('RIFF....WEBP');
  head.writeUInt32LE(chunks.length + 4, 4);
  return Buffer.concat([head, chunks]);
}
