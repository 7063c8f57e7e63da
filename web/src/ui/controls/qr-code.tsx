import { encode } from 'uqr';
import classes from './qr-code.module.css';

/**
 * Renders a QR code of a text, black on white in both colour schemes, because cameras need that
 * contrast.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path className={classes.ground} d={`M0 0h${size}v${size}h-${size}z`} />
      <path className={classes.squares} d={squares.join('')} />
    </svg>
  );
}
