import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { decrypt, encrypt, prefixOf } from '../core/encryption.ts';
import {
  type KeyStore,
  type Secrets,
  SecretsRefused,
  type SigningKey,
  type SymmetricKey,
} from '../core/secrets.ts';
import type { Database } from '../db/database.ts';
import { asPlatform, type Tx } from '../db/tenant.ts';

type Kind = 'signing' | 'links' | 'encryption';

/** A row of the table with its key decrypted. */
interface KeyRow {
  readonly kind: Kind;
  readonly id: string;
  readonly key: SigningKey | SymmetricKey;
}

/**
 * The keys of several servers, in the database that they share, each encrypted under the first of
 * the operator's keys.
 */
export interface Keyring extends KeyStore {
  /**
   * Stores the keys of `make` where there are none; another server may have been faster. Returns
   * those that are stored.
   */
  readOrMake(make: (tx: Tx) => Promise<Secrets>): Promise<Secrets>;
  /**
   * Encrypts every key under the first of the operator's keys. Returns how many were under another.
   */
  encryptUnderFirst(): Promise<number>;
}

/** @param operatorKeys Base64, 32 bytes each (SECRET_KEYS): the first encrypts, all decrypt. */
export function keyring(database: Database, operatorKeys: readonly string[], clock: () => Date): Keyring {
  const ring = { encryptionKeys: operatorKeys.map((key): SymmetricKey => ({ id: idOf(key), key })) };
  const changeIn = async (tx: Tx, change: (rows: readonly KeyRow[]) => Promise<Secrets> | Secrets) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('keyring', 0))`.execute(tx);
    const before = await readRows(tx, ring);
    const secrets = await change(before);
    const after = rowsOf(secrets);
    for (const { kind, id } of before.filter((row) => !isIn(after, row)))
      await tx.deleteFrom('keyring').where('kind', '=', kind).where('id', '=', id).execute();
    const now = clock();
    const added = after
      .filter((row) => !isIn(before, row))
      .map((row) => ({ kind: row.kind, id: row.id, encrypted: encryptKey(ring, now, row), created_at: now }));
    if (added.length > 0) await tx.insertInto('keyring').values(added).execute();
    return secrets;
  };
  return {
    read: () => asPlatform({ database }, async (tx) => secretsOf(await readRows(tx, ring))),
    change: (change) => asPlatform({ database }, (tx) => changeIn(tx, (rows) => change(secretsOf(rows)))),
    readOrMake: (make) =>
      asPlatform({ database }, (tx) =>
        changeIn(tx, (rows) => (rows.length > 0 ? secretsOf(rows) : make(tx))),
      ),
    encryptUnderFirst: () => asPlatform({ database }, (tx) => encryptUnderFirst(tx, ring, clock())),
  };
}

/** Returns whether the database holds keys, also before the table exists. */
export async function holdsKeys(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    found: string | null;
  }>`select to_regclass('public.keyring')::text as found`.execute(tx);
  if (!rows[0]?.found) return false;
  return (await tx.selectFrom('keyring').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Returns whether rows are encrypted that no new key could read; false in a database that is older
 * than their tables. Each node of a distributed table answers with a row, which needs a column.
 */
export async function holdsEncryptedRows(tx: Tx): Promise<boolean> {
  const known = await sql<{
    found: string | null;
  }>`select to_regclass('public.webhooks')::text as found`.execute(tx);
  if (!known.rows[0]?.found) return false;
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from second_factors limit 1) or exists (select 1 from webhooks limit 1)
      or exists (select 1 from tenant_integrations where encrypted_token is not null limit 1) as found`.execute(
    tx,
  );
  return rows[0]?.found === true;
}

async function readRows(tx: Tx, ring: Ring): Promise<KeyRow[]> {
  const rows = await tx
    .selectFrom('keyring')
    .select(['kind', 'id', 'encrypted'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ kind, id, encrypted }) => ({
    kind,
    id,
    key: JSON.parse(decryptKey(ring, encrypted, { kind, id })) as KeyRow['key'],
  }));
}

async function encryptUnderFirst(tx: Tx, ring: Ring, now: Date): Promise<number> {
  const [first] = ring.encryptionKeys;
  if (!first) return 0;
  const prefix = prefixOf(first);
  const rows = await tx.selectFrom('keyring').select(['kind', 'id', 'encrypted']).forUpdate().execute();
  const others = rows.filter(({ encrypted }) => !encrypted.subarray(0, prefix.length).equals(prefix));
  for (const { kind, id, encrypted } of others) {
    const reencrypted = encrypt(
      { encryptionKeys: [first] },
      now,
      aboutOf({ kind, id }),
      decryptKey(ring, encrypted, { kind, id }),
    );
    await tx
      .updateTable('keyring')
      .set({ encrypted: reencrypted })
      .where('kind', '=', kind)
      .where('id', '=', id)
      .execute();
  }
  return others.length;
}

interface Ring {
  readonly encryptionKeys: readonly SymmetricKey[];
}

function decryptKey(ring: Ring, encrypted: Buffer, row: { kind: string; id: string }): string {
  const isKnown = ring.encryptionKeys.some((key) =>
    encrypted.subarray(0, prefixOf(key).length).equals(prefixOf(key)),
  );
  if (!isKnown)
    throw new SecretsRefused(
      'The keys in this database were encrypted under another key than SECRET_KEYS has. Set the one that they were encrypted under.',
    );
  return decrypt(ring, aboutOf(row), encrypted);
}

function encryptKey({ encryptionKeys: [first] }: Ring, now: Date, { key, ...row }: KeyRow): Buffer {
  if (!first) throw new Error('there is no key to encrypt with');
  return encrypt({ encryptionKeys: [first] }, now, aboutOf(row), JSON.stringify(key));
}

function aboutOf({ kind, id }: { kind: string; id: string }): string {
  return `keyring ${kind} ${id}`;
}

/** Names an operator's key without revealing it. */
function idOf(key: string): string {
  return createHash('sha256').update(`samay operator key ${key}`).digest('hex').slice(0, 16);
}

function rowsOf(secrets: Secrets): KeyRow[] {
  return [
    ...secrets.signingKeys.map((key): KeyRow => ({ kind: 'signing', id: key.kid, key })),
    ...secrets.fileLinkKeys.map((key): KeyRow => ({ kind: 'links', id: key.id, key })),
    ...secrets.encryptionKeys.map((key): KeyRow => ({ kind: 'encryption', id: key.id, key })),
  ];
}

/** @throws SecretsRefused where a kind of key is missing. */
function secretsOf(rows: readonly KeyRow[]): Secrets {
  const of = (kind: Kind) => rows.filter((row) => row.kind === kind).map(({ key }) => key);
  const [signingKeys, fileLinkKeys, encryptionKeys] = [
    of('signing') as SigningKey[],
    of('links') as SymmetricKey[],
    of('encryption') as SymmetricKey[],
  ];
  if ([signingKeys, fileLinkKeys, encryptionKeys].some((keys) => keys.length === 0))
    throw new SecretsRefused(
      'The keys in this database are not complete. Restore the table keyring from a backup.',
    );
  return { signingKeys, fileLinkKeys, encryptionKeys };
}

function isIn(rows: readonly KeyRow[], { kind, id }: KeyRow): boolean {
  return rows.some((row) => row.kind === kind && row.id === id);
}
