import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../core/secrets.ts';
import type { Settings } from '../core/settings.ts';

/** The booking that a link is for, and the version of its links. */
export interface LinkedBooking {
  /** The short id of its business: ten hexadecimal digits. */
  readonly shortId: string;
  readonly reference: string;
  readonly version: number;
}

type LinkKeys = Pick<Secrets, 'bookingLinkKeys'>;

/** The lengths of the parts in bytes: short id, number of the reference, version, signature. */
const parts = [5, 6, 2, 16] as const;
const namedBytes = parts[0] + parts[1] + parts[2];
const secretBytes = namedBytes + parts[3];

/** The characters of a secret: few enough for one variable of a registered template of messages. */
const secretPattern = /^[\w-]{39}$/;
const referencePattern = /^booking_(\d{1,14})$/;

/**
 * Composes the address of a booking's own page, which opens it without sign-in (decision 0133); null
 * for a reference that Samay did not give.
 */
export function composeBookingLink(
  { secrets, settings }: { readonly secrets: LinkKeys; readonly settings: Pick<Settings, 'publicUrl'> },
  booking: LinkedBooking,
): string | null {
  const secret = composeBookingSecret(secrets, booking);
  return secret && `${settings.publicUrl}/m/${secret}`;
}

/** Composes the secret of a booking's link, signed with the installation's first key. */
export function composeBookingSecret(
  { bookingLinkKeys: [first] }: LinkKeys,
  booking: LinkedBooking,
): string | null {
  if (!first) throw new Error('there is no key');
  const number = referencePattern.exec(booking.reference)?.[1];
  if (number === undefined || !/^[0-9a-f]{10}$/.test(booking.shortId)) return null;
  const named = Buffer.alloc(namedBytes);
  named.write(booking.shortId, 'hex');
  named.writeUIntBE(Number(number), parts[0], parts[1]);
  named.writeUInt16BE(booking.version, parts[0] + parts[1]);
  return Buffer.concat([named, sign(named, first.key)]).toString('base64url');
}

/**
 * Reads the secret of a link; undefined where no key of the installation signed it. Asks no database,
 * so a guess costs nothing more. The comparison takes constant time.
 */
export function readBookingSecret({ bookingLinkKeys }: LinkKeys, secret: string): LinkedBooking | undefined {
  if (!secretPattern.test(secret)) return undefined;
  const bytes = Buffer.from(secret, 'base64url');
  // One secret has one spelling: its last character has bits that belong to no byte.
  if (bytes.length !== secretBytes || bytes.toString('base64url') !== secret) return undefined;
  const [named, signature] = [bytes.subarray(0, namedBytes), bytes.subarray(namedBytes)];
  if (!bookingLinkKeys.some(({ key }) => timingSafeEqual(sign(named, key), signature))) return undefined;
  return {
    shortId: named.toString('hex', 0, parts[0]),
    reference: `booking_${named.readUIntBE(parts[0], parts[1])}`,
    version: named.readUInt16BE(parts[0] + parts[1]),
  };
}

/** Signs what a secret names: the first 128 bits of an HMAC, which has the kind of link in front. */
function sign(named: Buffer, key: string): Buffer {
  const hmac = createHmac('sha256', Buffer.from(key, 'base64')).update('booking\n').update(named);
  return hmac.digest().subarray(0, parts[3]);
}
