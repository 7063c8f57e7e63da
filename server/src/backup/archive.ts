import { z } from 'zod';
import { ArchiveRefused, hashing, type Member, readTar, writeTar } from './tar.ts';

const manifestName = 'manifest.json';

/** What an archive says of itself, in its first file. */
export const ArchiveHead = z.strictObject({
  format: z.literal(1),
  /** `embedded`: with the database. `postgres`: pgBackRest keeps the database. */
  database: z.enum(['embedded', 'postgres']),
  /** Everything that was acknowledged before this instant is in the archive. */
  takenAt: z.iso.datetime(),
});
export type ArchiveHead = z.infer<typeof ArchiveHead>;

/** The ledger of erasures at the time of the backup: ids, no names. */
export const Erasure = z.strictObject({
  kind: z.enum(['tenant', 'person']),
  subjectId: z.uuid(),
  deletedAt: z.coerce.date(),
  erasedAt: z.coerce.date(),
});
export type Erasure = z.infer<typeof Erasure>;

const Manifest = z.record(z.string(), z.strictObject({ bytes: z.number(), sha256: z.string() }));

export const headName = 'backup.json';
export const ledgerName = 'erasures.json';
export const secretsName = 'secrets.json';

/** A member that holds a value as JSON. */
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
 * Reads an archive to its end, and hands over each member. Compares all of them with the list at
 * the end. Returns what the archive consists of.
 * @throws ArchiveRefused for an archive that is damaged or incomplete
 */
export async function readArchive(
  archive: AsyncIterable<Uint8Array>,
  take: (member: Member) => Promise<void>,
): Promise<ReadArchive> {
  const found: z.infer<typeof Manifest> = {};
  let listed: z.infer<typeof Manifest> | undefined;
  let head: ArchiveHead | undefined;
  let erasures: Erasure[] | undefined;
  // To the end: the last chunk of an encrypted archive proves that nothing was cut off.
  for await (const member of readTar(archive)) {
    if (listed)
      throw new ArchiveRefused(`The archive is damaged: ${member.name} follows the list of its files.`);
    if (member.name === manifestName) {
      listed = Manifest.parse(await jsonOf(member));
      continue;
    }
    const { content, digest } = hashing(member.content);
    const passing = { ...member, content };
    if (member.name === headName) head = ArchiveHead.parse(await jsonOf(passing));
    else if (member.name === ledgerName) erasures = await ledgerIn(passing);
    else await take(passing);
    found[member.name] = { bytes: member.bytes, sha256: digest() };
  }
  if (!listed) throw new ArchiveRefused('The archive has no list of its files: it is incomplete.');
  compare(found, listed);
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
  /** Files in it, and their length. */
  readonly members: number;
  readonly bytes: number;
}

/** Reads a member's content without keeping it. */
export async function passOver({ content }: Member): Promise<void> {
  for await (const _chunk of content);
}

/** The ledger of erasures in its member. */
export async function ledgerIn(member: Member): Promise<Erasure[]> {
  return z.array(Erasure).parse(await jsonOf(member));
}

async function jsonOf({ content }: Member): Promise<unknown> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return JSON.parse(Buffer.concat(parts).toString());
}

function compare(found: z.infer<typeof Manifest>, listed: z.infer<typeof Manifest>): void {
  const names = new Set([...Object.keys(found), ...Object.keys(listed)]);
  for (const name of names) {
    const [one, other] = [found[name], listed[name]];
    if (one?.sha256 !== other?.sha256 || one?.bytes !== other?.bytes)
      throw new ArchiveRefused(`The archive is damaged: ${name} is not as it was written.`);
  }
}
