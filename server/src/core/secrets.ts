import { createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { JWK } from 'jose';

/**
 * The keys of an installation, the same on every server: the first makes new values, all read what
 * they made. The keys of each purpose are derived from them (decision 0064).
 */
export interface Secrets {
  /** Each is 32 bytes in Base64, as SECRET_KEYS or secrets.json has it. */
  readonly keys: readonly string[];
  /** The keys that sign access tokens. */
  readonly signingKeys: readonly SigningKey[];
  /** The keys that sign links to private files. */
  readonly fileLinkKeys: readonly SymmetricKey[];
  /** The keys that sign links to people's own bookings (booking-link.ts). */
  readonly bookingLinkKeys: readonly SymmetricKey[];
  /** The keys under which the codes of the public page are hashed. */
  readonly codeKeys: readonly SymmetricKey[];
  /**
   * The keys that encrypt values hidden from the database (encryption.ts). Without them second
   * factors cannot be checked.
   */
  readonly encryptionKeys: readonly SymmetricKey[];
}

/** A key pair, ES256 where it is derived. */
export type SigningKey = JWK & { readonly kid: string };

export interface SymmetricKey {
  /** 16 hexadecimal digits, which do not reveal the key. */
  readonly id: string;
  /** 32 bytes in Base64. */
  readonly key: string;
}

/** Keys that cannot be used: the message is a sentence for the operator. */
export class SecretsRefused extends Error {
  override readonly name = 'SecretsRefused';
}

/** Generates a key of an installation. */
export function newKey(): string {
  return randomBytes(32).toString('base64');
}

/** Returns whether a text is a key: 32 bytes in Base64. */
export function isKey(text: unknown): boolean {
  return typeof text === 'string' && /^[A-Za-z0-9+/]{43}=$/.test(text);
}

/** Generates keys that are not stored anywhere. */
export function newSecrets(): Secrets {
  return getSecrets([newKey()]);
}

/** Derives the keys of each purpose. */
export function getSecrets(keys: readonly string[]): Secrets {
  return {
    keys,
    signingKeys: keys.map(deriveSigningKey),
    fileLinkKeys: keys.map((key) => deriveSymmetricKey(key, 'links')),
    bookingLinkKeys: keys.map((key) => deriveSymmetricKey(key, 'bookings')),
    codeKeys: keys.map((key) => deriveSymmetricKey(key, 'codes')),
    encryptionKeys: keys.map((key) => deriveSymmetricKey(key, 'encryption')),
  };
}

function deriveSymmetricKey(key: string, purpose: string): SymmetricKey {
  return { id: getId(key), key: derive(key, purpose, 32).toString('base64') };
}

/** The number of points of P-256 (FIPS 186-5). */
const order =
  0xff_ff_ff_ff_00_00_00_00_ff_ff_ff_ff_ff_ff_ff_ff_bc_e6_fa_ad_a7_17_9e_84_f3_b9_ca_c2_fc_63_25_51n;

/** Derives a key pair: 128 bits more than needed, so that the remainder has no bias (FIPS 186-5, A.2.1). */
function deriveSigningKey(key: string): SigningKey {
  const number = (BigInt(`0x${derive(key, 'signing', 48).toString('hex')}`) % (order - 1n)) + 1n;
  const d = Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(d);
  const point = pair.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)];
  const members = { x: x.toString('base64url'), y: y.toString('base64url'), d: d.toString('base64url') };
  return { kty: 'EC', crv: 'P-256', ...members, kid: getId(key), alg: 'ES256', use: 'sig' };
}

function getId(key: string): string {
  return derive(key, 'id', 8).toString('hex');
}

function derive(key: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), '', `samay ${purpose}`, bytes));
}
