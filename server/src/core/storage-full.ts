import type { Disk } from './disk.ts';

/** PostgreSQL's `disk_full`, and what the system says of a disk or a quota. */
const full = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/** PostgreSQL's `read_only_sql_transaction`. */
const readOnly = '25006';

/** Whether an error means that nothing could be saved for want of room: on the database's disk, or here, where it was kept from writing. */
export function isStorageFull(error: unknown, disk: Disk | undefined): boolean {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  return full.has(code) || (code === readOnly && disk?.isFull() === true);
}
