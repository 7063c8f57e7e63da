import { z } from 'zod';

/** The name of the format, by which an archive is known. */
export const archiveFormat = 'samay archive';

/** The version of the format; an archive of a later one is refused. */
export const archiveVersion = 1;

/** The last file of an archive: what it is of, and the sums of its rows. */
export const Manifest = z.strictObject({
  format: z.literal(archiveFormat),
  version: z.int().min(1),
  /** The number of the last migration of the release that made it. */
  schema: z.string().regex(/^\d{4}$/),
  madeAt: z.iso.datetime(),
  business: z.strictObject({
    id: z.uuid(),
    name: z.string().min(1).max(200),
    type: z.enum(['doctor', 'turf']).nullable(),
    /** The number of the last reference of a booking. */
    lastReference: z.string().regex(/^\d+$/).nullable(),
  }),
  /** The rows of each file of `data`, and the hash of its bytes. */
  tables: z.record(
    z.string(),
    z.strictObject({ rows: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
  prescriptions: z.int().min(0),
  /** The ids of files that could not be read whole. */
  missing: z.array(z.uuid()),
});
export type Manifest = Omit<z.infer<typeof Manifest>, 'business'> & {
  readonly business: {
    readonly id: string;
    readonly name: string;
    readonly type: string | null;
    readonly lastReference: string | null;
  };
};

/** A line of data/staff.ndjson: a member, or an open invitation. */
export const StaffLine = z.strictObject({
  user_id: z.uuid().nullable(),
  email: z.string().min(3).max(320),
  full_name: z.string().nullable(),
  role: z.enum(['BUSINESS_OWNER', 'BUSINESS_ADMIN', 'DOCTOR', 'EMPLOYEE']),
  since: z.string(),
  practitioner_id: z.uuid().nullable(),
  state: z.enum(['member', 'invited']),
});
export type StaffLine = z.infer<typeof StaffLine>;

const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

/** Returns the path of a prescription in an archive. */
export function prescriptionFile({ id, media_type: type }: { id: string; media_type: string }): string {
  return `prescriptions/${id}.${endings[type] ?? 'bin'}`;
}
