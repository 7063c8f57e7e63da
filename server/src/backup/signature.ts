import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { ArchiveRefused } from './tar.ts';

/** The two halves of an Ed25519 key in base64: the server signs, and a restore knows the signer. */
export interface SigningKeys {
  readonly signingKey: string;
  readonly signer: string;
}

export function newSigningKeys(): SigningKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    signingKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    signer: toText(publicKey),
  };
}

/** Returns the public half of a signing key. @throws ArchiveRefused for any other text */
export function getSigner(signingKey: string): string {
  return toText(createPublicKey(keyIn(signingKey)));
}

/**
 * Signs bytes; the signature is in base64. @throws ArchiveRefused for a text that is no signing key
 */
export function signContent(content: Uint8Array, signingKey: string): string {
  return sign(null, content, keyIn(signingKey)).toString('base64');
}

export function isSignedBy(content: Uint8Array, signature: string, signer: string): boolean {
  const key = createPublicKey({ key: Buffer.from(signer, 'base64'), format: 'der', type: 'spki' });
  return verify(null, content, key, Buffer.from(signature, 'base64'));
}

function keyIn(signingKey: string): KeyObject {
  try {
    return createPrivateKey({ key: Buffer.from(signingKey, 'base64'), format: 'der', type: 'pkcs8' });
  } catch (error) {
    throw new ArchiveRefused(
      'BACKUP_SIGNING_KEY is not a signing key: npm run backup -- new-key backup.key makes one.',
      { cause: error },
    );
  }
}

function toText(publicKey: KeyObject): string {
  return publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
}
