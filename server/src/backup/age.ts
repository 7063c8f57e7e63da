import { open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { newSigningKeys } from './signature.ts';
import { ArchiveRefused } from './tar.ts';

/**
 * Generates a key that only this process has. Content that is also encrypted for it can be opened
 * again until the process ends.
 */
export async function passingKey(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/**
 * Encrypts a stream for the holders of any of the keys, in the format of age
 * (https://age-encryption.org/v1).
 */
export async function encryptFor(recipients: readonly string[], content: Readable): Promise<Readable> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return nodeStream(await encrypter.encrypt(webStream(content)));
}

/**
 * Decrypts a stream. It ends with an error if a byte was changed or the end is missing.
 * @throws ArchiveRefused with a wrong key
 */
export async function decryptWith(identities: readonly string[], content: Readable): Promise<Readable> {
  const decrypter = new Decrypter();
  for (const identity of identities) decrypter.addIdentity(identity);
  const decrypted = await decrypter.decrypt(webStream(content)).catch((error: unknown) => {
    throw new ArchiveRefused('This key does not open the archive, or the file is not an archive of age.', {
      cause: error,
    });
  });
  return nodeStream(decrypted);
}

/** Checks that the texts are public keys of age. @throws ArchiveRefused */
export function assertRecipients(recipients: readonly string[]): void {
  for (const recipient of recipients) {
    try {
      new Encrypter().addRecipient(recipient);
    } catch (error) {
      throw new ArchiveRefused(
        `BACKUP_RECIPIENTS: ${recipient} is not a public key of age. It begins with age1.`,
        { cause: error },
      );
    }
  }
}

const signerMark = '# signed by: ';

/**
 * Writes a new key in the format of age-keygen to a file that only its owner may read, with the
 * public half of a new signing key. Returns the server's keys: the recipient to encrypt for, and
 * the key to sign with. Never replaces a file.
 */
export async function writeNewKey(path: string): Promise<{ recipient: string; signingKey: string }> {
  const { identity, recipient } = await passingKey();
  const { signingKey, signer } = newSigningKeys();
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`# public key: ${recipient}\n${identity}\n${signerMark}${signer}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  return { recipient, signingKey };
}

/**
 * Reads the keys of a file of `writeNewKey`, and the required signer of backups.
 * @throws ArchiveRefused for a file without them
 */
export async function readKeys(path: string): Promise<{ identities: string[]; signer: string }> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new ArchiveRefused(`The key file ${path} cannot be read.`, { cause: error });
  });
  const lines = text.split('\n').map((line) => line.trim());
  const identities = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'));
  if (identities.length === 0)
    throw new ArchiveRefused(`${path} holds no key. A key begins with AGE-SECRET-KEY-.`);
  const signer = lines.find((line) => line.startsWith(signerMark))?.slice(signerMark.length);
  if (signer === undefined)
    throw new ArchiveRefused(`${path} does not say who signs the backups, in a line '${signerMark}…'.`);
  return { identities, signer };
}

/** Converts to a web stream: those of Node and of the browser's types are the same objects. */
function webStream(content: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(content) as unknown as ReadableStream<Uint8Array>;
}

function nodeStream(content: ReadableStream<Uint8Array>): Readable {
  return Readable.from(content, { objectMode: false });
}
