import { generate } from 'lean-qr';
import { toSvg } from 'lean-qr/extras/svg';

/**
 * Draws a QR code. It is dark on light even in dark mode, because many apps cannot read the reverse.
 *
 * @param label the name of the picture for screen readers
 * @returns null if the text is too long for a QR code
 */
export function drawQrCode(text: string, label: string): SVGElement | null {
  try {
    const picture = toSvg(generate(text), document, { on: '#000', off: '#fff', pad: 4 });
    picture.setAttribute('role', 'img');
    picture.setAttribute('aria-label', label);
    return picture;
  } catch {
    return null;
  }
}
