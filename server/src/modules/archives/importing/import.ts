import { Readable } from 'node:stream';
import type { FileStore } from '../../../adapters/files/port.ts';
import type { Tx } from '../../../db/tenant.ts';
import { onlyRow, raiseStamp, run } from '../../../db/transaction.ts';
import { storedName } from '../../files/index.ts';
import { emailKey } from '../../identity/index.ts';
import { prescriptionFile } from '../content/manifest.ts';
import { archivedTables } from '../content/table-queries.ts';
import { ZipDamaged } from '../../../core/zip/read-zip.ts';
import { ImportRefused, openArchive, type OpenArchive, type Row } from './archive.ts';
import { insertMoney } from './money.ts';
import {
  addBookNames,
  addInvitations,
  asBusiness,
  asPlatformAgain,
  attachFiles,
  confine,
  continueReferences,
  deleteOwn,
  listMembers,
  readIsEmpty,
  renameBusiness,
  unlock,
  writeProfile,
} from './queries.ts';
import { rowInserter } from './rows.ts';

export { ImportRefused } from './archive.ts';

interface ImportWork {
  readonly files: FileStore;
  readonly tenantId: string;
  readonly now: Date;
}

/** The rows of a business that its setup makes; the imported ones replace them. */
const replaced = [
  'price_rules',
  'service_resources',
  'service_taxes',
  'weekly_hours',
  'hour_exceptions',
  'whatsapp_words',
  'paper_settings',
  'booking_mails',
  'notice_settings',
  'resources',
  'services',
] as const;

/** The tables that the import writes in an order or a way of their own. */
const apart: readonly string[] = [
  'business_profiles',
  'payments',
  'drawer_closes',
  'drawer_entries',
  'visit_notes',
];

/**
 * Imports an archive into an empty business, in the transaction of the caller, who holds the business
 * locked. Ids of rows stay; those of the business and of its members become the ones here. It enqueues
 * nothing: nobody is told. Contents of files are published first; those of a failed import are removed.
 * @throws ImportRefused
 */
export async function importArchive(tx: Tx, work: ImportWork, path: string): Promise<string[]> {
  const archive = await openArchive(path);
  const written: string[] = [];
  try {
    return await importOpened(tx, work, archive, written);
  } catch (error) {
    for (const name of written) await work.files.remove(name).catch(() => undefined);
    if (error instanceof ZipDamaged)
      throw new ImportRefused(`The archive is damaged: ${error.message}. Nothing was imported.`, {
        cause: error,
      });
    throw error;
  } finally {
    await archive.close();
  }
}

async function importOpened(
  tx: Tx,
  work: ImportWork,
  archive: OpenArchive,
  written: string[],
): Promise<string[]> {
  const { business, missing } = archive.manifest;
  await run(tx, work, confine({}));
  const { isEmpty, type } = onlyRow(await run(tx, work, readIsEmpty({})));
  if (!isEmpty)
    throw new ImportRefused('The business is not empty. Nothing was imported. Begin a new one for it.');
  if (business.type === null) throw new ImportRefused('The archive is of a business that was never set up.');
  if (type !== null && type !== business.type)
    throw new ImportRefused('The business is of the other type: a clinic and a sports ground do not mix.');
  const members = await run(tx, work, listMembers({}));
  const ids = idsHere(work, archive, members);
  const inserter = rowInserter(tx, work, { archive, ids });
  await run(tx, work, unlock({}));
  for (const table of replaced) await run(tx, work, deleteOwn({}, { table }));
  const memberIds = new Set(members.map(({ id }) => id));
  const pairs: { booking: unknown; file: unknown }[] = [];
  const gone = new Set<unknown>(missing);
  for (const table of archivedTables) {
    if (table.name === 'payments') await insertMoney(tx, work, inserter);
    if (apart.includes(table.name)) continue;
    await inserter.insertTable(table, async (row) => {
      if (table.name === 'resources' && !memberIds.has(String(row['member_id'])))
        return { ...row, member_id: null };
      if (table.name === 'appointments') {
        const { prescription_id: file, id: booking } = row;
        if (file !== null && !gone.has(file)) pairs.push({ booking, file });
        return { ...row, prescription_id: null };
      }
      if (table.name === 'files') {
        if (gone.has(row['id'])) return undefined;
        await storeFile(work, archive, row, written);
      }
      return row;
    });
  }
  for (let at = 0; at < pairs.length; at += 500)
    await run(tx, work, attachFiles({ pairs: JSON.stringify(pairs.slice(at, at + 500)) }));
  await run(tx, work, asBusiness({}));
  await inserter.insertTable({ name: 'visit_notes', key: {} });
  await run(tx, work, asPlatformAgain({}));
  const invited = await addStaff(tx, work, archive, members);
  await run(tx, work, continueReferences({ last: business.lastReference }));
  await run(tx, work, renameBusiness({ name: business.name }));
  for await (const row of inserter.rows('business_profiles')) {
    const { tenant_id: _tenant, email: _email, ...settings } = row;
    const columns = Object.keys(settings).join(' ');
    await run(tx, work, writeProfile({ row: JSON.stringify(settings) }, { columns }));
  }
  await raiseStamp(tx, work.tenantId);
  const { tables } = archive.manifest;
  const count = (name: string) => tables[name]?.rows ?? 0;
  return [
    `${business.name}: ${count('patients')} people, ${count('appointments')} bookings, ${count('payments')} payments, ${count('papers')} papers and ${written.length} prescriptions were imported.`,
    ...(missing.length > 0 ? [`${missing.length} prescriptions were missing in the archive.`] : []),
    `${invited} colleagues are among the invitations of the business. Nobody was mailed: an owner sends each invitation again under Staff.`,
    'The calendar and webhooks are connected again in Settings.',
  ];
}

/** Maps the ids of the archive's business, and of those of its colleagues who are members here. */
function idsHere(
  { tenantId }: ImportWork,
  { manifest, staff }: OpenArchive,
  members: readonly { readonly id: string; readonly emailKey: string }[],
): Map<string, string> {
  const ids = new Map([[manifest.business.id, tenantId]]);
  for (const { user_id: before, email } of staff) {
    const here = members.find((member) => member.emailKey === emailKey(email));
    if (before !== null && here) ids.set(before, here.id);
  }
  return ids;
}

async function storeFile(
  { files, tenantId }: ImportWork,
  archive: OpenArchive,
  row: Row,
  written: string[],
): Promise<void> {
  const [id, type] = [String(row['id']), String(row['media_type'])];
  const name = storedName(tenantId, id);
  const content = archive.file(prescriptionFile({ id, media_type: type }));
  written.push(name);
  const { sha256 } = await files.write(name, Readable.from(content, { objectMode: false }));
  if (sha256 !== row['sha256']) throw new ZipDamaged(`the prescription ${id} was changed`);
}

/** Keeps the names of colleagues for the books, and adds those who are no members as invitations that are over. */
async function addStaff(
  tx: Tx,
  work: ImportWork,
  { staff }: OpenArchive,
  members: readonly { readonly emailKey: string }[],
): Promise<number> {
  const isHere = (email: string) => members.some((member) => member.emailKey === emailKey(email));
  const absent = staff.filter(({ email }) => !isHere(email));
  const names = absent.flatMap(({ user_id: id, full_name: name, email }) =>
    id === null ? [] : [{ id, name: name || email }],
  );
  const byKey = new Map(absent.map((line) => [emailKey(line.email), line]));
  const invited = [...byKey].map(([key, { email, role, practitioner_id: practitioner }]) => ({
    email,
    key,
    role,
    practitioner: role === 'DOCTOR' ? practitioner : null,
  }));
  await run(tx, work, addBookNames({ names: JSON.stringify(names), now: work.now }));
  await run(tx, work, addInvitations({ invited: JSON.stringify(invited), now: work.now }));
  return invited.length;
}
