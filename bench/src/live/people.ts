import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { addTenant, type Tenant } from '../data/fill.ts';

/**
 * Inserts a business with this many people, the owner included. Each result is one person with the
 * business.
 */
export async function addBusiness(
  client: pg.Client,
  name: string,
  people: number,
  passwordHash: string,
): Promise<Tenant[]> {
  const owner = await addTenant(client, name, passwordHash);
  const all = [owner];
  while (all.length < people) {
    const [userId, email] = [randomUUID(), `person-${all.length}@${name}.example`];
    await client.query(
      `insert into users (id, email, email_key, full_name, password_hash) values ($1, $2, $2, 'Ravi Kale', $3)`,
      [userId, email, passwordHash],
    );
    await client.query(`insert into memberships (tenant_id, user_id, role) values ($1, $2, 'EMPLOYEE')`, [
      owner.id,
      userId,
    ]);
    all.push({ id: owner.id, email });
  }
  return all;
}
