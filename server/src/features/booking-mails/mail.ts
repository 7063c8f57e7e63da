import { LocalDate, LocalTime } from '@samay/contract/time';
import { z } from 'zod';
import { asPlatform } from '../../db/tenant.ts';
import type { Parts } from '../../parts.ts';
import { letterOf } from './letter.ts';
import { findTold } from './queries.ts';

const Payload = z.strictObject({
  tenantId: z.uuid(),
  appointmentId: z.uuid(),
  change: z.enum(['created', 'cancelled', 'moved']),
  from: z.strictObject({ date: LocalDate, time: LocalTime }).optional(),
});

/**
 * Tells a booking's person what became of it; nothing once the business has switched that off, and nothing of a time that is past: desks
 * also write down who was there. Rejects with `MailNotTaken`.
 */
export async function mailBookingNow(parts: Parts, payload: unknown): Promise<void> {
  const { change, from, ...about } = Payload.parse(payload);
  const told = await asPlatform(parts, (tx) => findTold(tx, about));
  if (told && told.startsAt > parts.clock()) await parts.mail?.send(letterOf(told, { change, from, publicUrl: parts.settings.publicUrl }));
}
