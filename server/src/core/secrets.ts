import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { followEveryMs, type TimedKey } from './key-times.ts';

/**
 * The keys of an installation, each kind a ring (key-times.ts). They change while the server runs
 * (`followKeys`).
 */
export interface Secrets {
  /** The keys that sign access tokens. */
  readonly signingKeys: readonly SigningKey[];
  /** The keys that sign links to private files. */
  readonly fileLinkKeys: readonly SymmetricKey[];
  /**
   * The keys that encrypt values hidden from the database (encryption.ts). Without them second
   * factors cannot be checked.
   */
  readonly encryptionKeys: readonly SymmetricKey[];
}

/** An ES256 key pair. */
export type SigningKey = JWK & TimedKey & { readonly kid: string };

export interface SymmetricKey extends TimedKey {
  /** 16 hexadecimal digits, or `firstKeyId`. */
  readonly id: string;
  /** The key in Base64, 32 bytes. */
  readonly key: string;
}

/** The id of a key without an id: its values do not name it. */
export const firstKeyId = 'first';

/** Keeps an installation's keys: in a file of one machine, or in the database for several. */
export interface KeyStore {
  /** Reads the keys. Rejects if there are none: a running server keeps its keys. */
  read(): Promise<Secrets>;
  /**
   * Replaces the keys by the result of `change`, atomically: concurrent changes wait for each
   * other.
   */
  change(change: (secrets: Secrets) => Secrets): Promise<Secrets>;
}

/** Keys that cannot be used: the message is a sentence for the operator. */
export class SecretsRefused extends Error {
  override readonly name = 'SecretsRefused';
}

interface SecretsLog {
  error(about: object, message: string): void;
}

/**
 * Rereads the keys at an interval. If that fails, the earlier ones stay valid. Returns a function
 * that ends this.
 */
export function followKeys(
  store: KeyStore,
  secrets: Secrets,
  log?: SecretsLog,
  everyMs = followEveryMs,
): () => Promise<void> {
  const reload = async () => {
    try {
      Object.assign(secrets, await store.read());
    } catch (error) {
      log?.error({ err: error }, 'the keys could not be read anew; the ones before count');
    }
  };
  const timer = setInterval(() => void reload(), everyMs).unref();
  return async () => clearInterval(timer);
}

/** Generates new keys, not stored anywhere. */
export async function newSecrets(): Promise<Secrets> {
  const first = () => ({ id: firstKeyId, key: randomBytes(32).toString('base64') });
  return { signingKeys: [await newSigningKey()], fileLinkKeys: [first()], encryptionKeys: [first()] };
}

export async function newSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('hex'), alg: 'ES256', use: 'sig' };
}

export function newSymmetricKey(): SymmetricKey {
  return { id: randomBytes(8).toString('hex'), key: randomBytes(32).toString('base64') };
}
