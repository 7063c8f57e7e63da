import { z } from 'zod';

/** A command of `npm run admin` that the running server performs. */
export const AdminCall = z.strictObject({ name: z.string(), given: z.record(z.string(), z.string()) });
export type AdminCall = z.infer<typeof AdminCall>;

/** A notice that a backup or a drill has succeeded. */
export const MarkCall = z.strictObject({
  name: z.enum(['backup', 'restore-drill']),
  at: z.coerce.date(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type MarkCall = z.infer<typeof MarkCall>;

/** The address at which the running server listens for commands. */
export const LocalAddress = z.strictObject({ port: z.number(), token: z.string() });
export type LocalAddress = z.infer<typeof LocalAddress>;
