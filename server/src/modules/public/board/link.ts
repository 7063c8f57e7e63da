import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../../core/secrets.ts';

/** The business whose board an address opens, and the version of the address. */
export interface LinkedBoard {
  /** The short id of the business: ten hexadecimal digits. */
  readonly shortId: string;
  readonly version: number;
}

type LinkKeys = Pick<Secrets, 'bookingLinkKeys'>;

/** The lengths of the parts in bytes: short id, version, signature. */
const [idBytes, versionBytes, signatureBytes] = [5, 2, 16];
const namedBytes = idBytes + versionBytes;
const secretPattern = /^[\w-]{31}$/;

/** Composes the secret of a board's address, signed with the installation's first key. Nothing is stored. */
export function composeBoardSecret({ bookingLinkKeys: [first] }: LinkKeys, board: LinkedBoard): string {
  if (!first) throw new Error('there is no key');
  const named = Buffer.alloc(namedBytes);
  named.write(board.shortId, 'hex');
  named.writeUInt16BE(board.version, idBytes);
  return Buffer.concat([named, sign(named, first.key)]).toString('base64url');
}

/** Reads the secret of an address; undefined where no key of the installation signed it. Asks no database. */
export function readBoardSecret({ bookingLinkKeys }: LinkKeys, secret: string): LinkedBoard | undefined {
  if (!secretPattern.test(secret)) return undefined;
  const bytes = Buffer.from(secret, 'base64url');
  // One secret has one spelling: its last character has bits that belong to no byte.
  if (bytes.length !== namedBytes + signatureBytes || bytes.toString('base64url') !== secret)
    return undefined;
  const [named, signature] = [bytes.subarray(0, namedBytes), bytes.subarray(namedBytes)];
  if (!bookingLinkKeys.some(({ key }) => timingSafeEqual(sign(named, key), signature))) return undefined;
  return { shortId: named.toString('hex', 0, idBytes), version: named.readUInt16BE(idBytes) };
}

/** Signs what a secret names, with the kind of link in front. */
function sign(named: Buffer, key: string): Buffer {
  const hmac = createHmac('sha256', Buffer.from(key, 'base64')).update('board\n').update(named);
  return hmac.digest().subarray(0, signatureBytes);
}
