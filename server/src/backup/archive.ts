import { z } from 'zod';
import { newestMigration } from '../db/migrate/migrations.ts';
import { isSignedBy, signContent } from './signature.ts';
import { ArchiveRefused, hashing, type Member, readTar, writeTar } from './tar.ts';

const manifestName = 'manifest.json';

/** The first file of an archive, which describes it. */
export const ArchiveHead = z.object({
  format: z.literal(1),
  /** `embedded`: with the database. `postgres`: pgBackRest keeps the database. */
  database: z.enum(['embedded', 'postgres']),
  /** The instant before which everything acknowledged is in the archive. */
  takenAt: z.iso.datetime(),
  /** The release that wrote it, `1.0.0`. */
  release: z.string(),
  /** The number of that release's newest migration. */
  newestMigration: z.string(),
});
export type ArchiveHead = z.infer<typeof ArchiveHead>;

/** The ledger of erasures at the time of the backup: ids, no names. */
export const Erasure = z.strictObject({
  kind: z.enum(['tenant', 'user']),
  subjectId: z.uuid(),
  deletedAt: z.coerce.date(),
  erasedAt: z.coerce.date(),
});
export type Erasure = z.infer<typeof Erasure>;

const Manifest = z.record(z.string(), z.strictObject({ bytes: z.number(), sha256: z.string() }));

const Signature = z.strictObject({ signature: z.base64() });
const signatureName = 'signature.json';

export const headName = 'backup.json';
export const ledgerName = 'erasures.json';
export const secretsName = 'secrets.json';

/** Creates a member that holds a value as JSON. */
export function jsonMember(name: string, value: unknown): Member {
  const content = Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  return { name, bytes: content.length, content: [content] };
}

/** Writes members as a tar archive, and at its end a list of them with their hashes. */
export function writeArchive(members: AsyncIterable<Member>): AsyncGenerator<Uint8Array> {
  return writeTar(withManifest(members));
}

async function* withManifest(members: AsyncIterable<Member>): AsyncGenerator<Member> {
  const manifest: z.infer<typeof Manifest> = {};
  for await (const member of members) {
    const { content, digest } = hashing(member.content);
    yield { ...member, content };
    manifest[member.name] = { bytes: member.bytes, sha256: digest() };
  }
  yield jsonMember(manifestName, manifest);
}

/**
 * Signs an archive: a signature of the list of its files follows the list, which has the hashes of
 * all of them. Anyone can encrypt for the public key of backups, but only the installation signs.
 */
export function signArchive(
  archive: AsyncIterable<Uint8Array>,
  signingKey: string,
): AsyncGenerator<Uint8Array> {
  return writeTar(withSignature(archive, signingKey));
}

async function* withSignature(
  archive: AsyncIterable<Uint8Array>,
  signingKey: string,
): AsyncGenerator<Member> {
  for await (const member of readTar(archive)) {
    if (member.name !== manifestName) {
      yield member;
      continue;
    }
    const list = await toBytes(member);
    yield { ...member, content: [list] };
    yield jsonMember(signatureName, { signature: signContent(list, signingKey) });
  }
}

/**
 * Reads an archive to its end, and passes on each member. Compares all of them with the list at the
 * end, and its signature if a signer is given. Returns the contents.
 * `check` may refuse an archive by its head, before any other member is passed on.
 * @throws ArchiveRefused for an archive that is damaged, incomplete, or not signed by the signer
 */
export async function readArchive(
  archive: AsyncIterable<Uint8Array>,
  take: (member: Member) => Promise<void>,
  signer?: string,
  check: (head: ArchiveHead) => void = assertRestorable,
): Promise<ReadArchive> {
  const found: z.infer<typeof Manifest> = {};
  let list: Buffer | undefined;
  let signature: string | undefined;
  let head: ArchiveHead | undefined;
  let erasures: Erasure[] | undefined;
  // Reads to the end: the last chunk of an encrypted archive proves that nothing was cut off.
  for await (const member of readTar(archive)) {
    if (list && member.name === signatureName && signature === undefined) {
      ({ signature } = Signature.parse(await toJson(member)));
      continue;
    }
    if (list)
      throw new ArchiveRefused(`The archive is damaged: ${member.name} follows the list of its files.`);
    if (member.name === manifestName) {
      list = await toBytes(member);
      continue;
    }
    const { content, digest } = hashing(member.content);
    const passing = { ...member, content };
    if (member.name === headName) check((head = ArchiveHead.parse(await toJson(passing))));
    else if (member.name === ledgerName) erasures = await ledgerIn(passing);
    else await take(passing);
    found[member.name] = { bytes: member.bytes, sha256: digest() };
  }
  if (!list) throw new ArchiveRefused('The archive has no list of its files: it is incomplete.');
  compare(found, Manifest.parse(JSON.parse(list.toString())));
  if (signer !== undefined && !(signature !== undefined && isSignedBy(list, signature, signer)))
    throw new ArchiveRefused('The archive is not signed by this installation.');
  if (!head || !erasures) throw new ArchiveRefused('The archive lacks its head or its ledger of erasures.');
  return {
    head,
    erasures,
    members: Object.keys(found).length,
    bytes: Object.values(found).reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

export interface ReadArchive {
  readonly head: ArchiveHead;
  readonly erasures: readonly Erasure[];
  /** The number of files, and their length. */
  readonly members: number;
  readonly bytes: number;
}

/** Reads a member's content without keeping it. */
export async function passOver({ content }: Member): Promise<void> {
  for await (const _chunk of content);
}

/** Refuses an archive whose database has migrations that this release does not know. */
function assertRestorable(head: ArchiveHead): void {
  if (head.newestMigration > newestMigration())
    throw new ArchiveRefused(
      `Samay ${head.release} made this backup, and this version is older. Nothing was restored. Restore it with Samay ${head.release} or a later version.`,
    );
}

/** Reads the ledger of erasures in its member. */
async function ledgerIn(member: Member): Promise<Erasure[]> {
  return z.array(Erasure).parse(await toJson(member));
}

async function toJson(member: Member): Promise<unknown> {
  return JSON.parse((await toBytes(member)).toString());
}

async function toBytes({ content }: Member): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

function compare(found: z.infer<typeof Manifest>, listed: z.infer<typeof Manifest>): void {
  const names = new Set([...Object.keys(found), ...Object.keys(listed)]);
  for (const name of names) {
    const [one, other] = [found[name], listed[name]];
    if (one?.sha256 !== other?.sha256 || one?.bytes !== other?.bytes)
      throw new ArchiveRefused(`The archive is damaged: ${name} is not as it was written.`);
  }
}
