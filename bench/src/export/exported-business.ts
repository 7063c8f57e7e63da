import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addBookings, type Tenant } from '../data/fill.ts';
import { addTenants } from '../load/tenants.ts';
import type { Cluster } from '../servers/postgres-cluster.ts';

/** The numbers of what a business has that is exported. */
export interface Exported {
  readonly bookings: number;
  readonly files: number;
}

/** A photo of a prescription, which a client has made smaller. */
const fileBytes = 200_000;

/**
 * Adds a business with bookings, a payment and two acts of the log for each, and prescriptions in the
 * folder of the server's files.
 */
export async function addExported(
  cluster: Cluster,
  directory: string,
  { bookings, files }: Exported,
): Promise<Tenant> {
  const [tenant] = await addTenants(cluster, 'exported', 1);
  if (!tenant) throw new Error('there is no business to export');
  const stored = await cluster.admin(async (client) => {
    await addBookings(client, [tenant.id], bookings);
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into payments (tenant_id, id, kind, appointment_id, paise, method, taken_at)
       select tenant_id, gen_random_uuid(), 'payment', id, revenue_paise, payment_method, created_at
       from appointments where tenant_id = $1 and revenue_paise is not null`,
      [tenant.id],
    );
    await client.query(
      `insert into audit_log (tenant_id, at, action, object, detail, request_id)
       select tenant_id, created_at, action, id::text, jsonb_build_object('reference', reference), id::text
       from appointments, unnest(array['appointment.created', 'appointment.completed']) as action where tenant_id = $1`,
      [tenant.id],
    );
    const { rows } = await client.query<{ id: string }>(
      'select id from files where tenant_id = $1 order by id limit $2',
      [tenant.id, files],
    );
    const ids = rows.map(({ id }) => id);
    await client.query('delete from files where tenant_id = $1 and id <> all($2::uuid[])', [tenant.id, ids]);
    await client.query(
      'update appointments set prescription_id = null where tenant_id = $1 and prescription_id <> all($2::uuid[])',
      [tenant.id, ids],
    );
    const contents = await writeContents(join(directory, 'files', tenant.id), ids);
    await client.query(
      `update files set bytes = $2, sha256 = content.sha256
       from jsonb_to_recordset($3::jsonb) as content (id uuid, sha256 text)
       where tenant_id = $1 and files.id = content.id`,
      [tenant.id, fileBytes, JSON.stringify(contents)],
    );
    // The daily checks of stored data are done: they would run in some of the turns.
    await client.query(
      `insert into integrity_checks (tenant_id, kind, finished_at)
       select $1, kind, now() from unnest(array['audit', 'tallies']) as kind on conflict (tenant_id, kind) do update set finished_at = now()`,
      [tenant.id],
    );
    await client.query('reset session_replication_role');
    await client.query('vacuum analyze');
    return contents.length;
  });
  if (stored !== files) throw new Error(`the business has ${stored} prescriptions in place of ${files}`);
  return tenant;
}

async function writeContents(
  folder: string,
  ids: readonly string[],
): Promise<{ id: string; sha256: string }[]> {
  await mkdir(folder, { recursive: true });
  const written: { id: string; sha256: string }[] = [];
  for (const id of ids) {
    const content = randomBytes(fileBytes);
    await writeFile(join(folder, id), content);
    written.push({ id, sha256: createHash('sha256').update(content).digest('hex') });
  }
  return written;
}
