import type { Transaction } from 'kysely';
import type { Schema } from './client/schema.ts';

/** The id of a business that work may be confined to. Only context/tenant-id.ts makes one. */
export type TenantId = string & { readonly __brand: 'TenantId' };

/** An open transaction: all SQL of one verb. */
export type Tx = Transaction<Schema>;

/** Stands in `tenant_id` of rows that belong to the platform and to no business. */
export const platformTenant = '00000000-0000-0000-0000-000000000000';
