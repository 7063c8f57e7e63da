import { z } from 'zod';
import { checkRange, dayRange } from '../core/day-range.ts';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/text.ts';
import { LocalDate, LocalTime } from '../core/time.ts';
import { Size } from './resources.ts';
import { Duration } from './services.ts';
import { Slot } from '../core/alternatives.ts';

const mostDays = 62;

/** The free starts of one resource. Days without one are absent. */
export const FreeStarts = z.strictObject({
  resourceId: Id,
  days: z.array(z.strictObject({ date: LocalDate, times: z.array(LocalTime) })),
});
export type FreeStarts = z.infer<typeof FreeStarts>;

const wanted = {
  /** A service; the first one by default. */
  service: Id.optional(),
  /** A doctor, a court or a part; by default every one that gives the service. */
  resource: Id.optional(),
  /** The duration, if not the service's. */
  duration: z.coerce.number().pipe(Duration).optional(),
  /** The booking that is moved: its own time counts as free. */
  except: Id.optional(),
};

export const daysOfSlots = checkRange(z.strictObject({ ...wanted, ...dayRange }), mostDays);

export const SlotsByResource = z.strictObject({ resources: z.array(FreeStarts) });

export const listSlots = endpoint({
  method: 'GET',
  path: '/api/slots',
  access: 'appointments.read',
  conditional: true,
  summary: 'The free starts of a range of days, by resource in their order: wholes and parts alike.',
  query: daysOfSlots,
  reply: SlotsByResource,
});

export const nextSlots = endpoint({
  method: 'GET',
  path: '/api/slots/next',
  access: 'appointments.read',
  conditional: true,
  summary:
    'The next free starts from a moment on, by time, over at most 400 days. ' +
    'Without a resource each start is there once, with the first doctor or court that has ' +
    'it free.',
  query: z.strictObject({
    ...wanted,
    /** Whether only whole courts or only parts are meant; by default a part where no whole is free. */
    size: Size.optional(),
    /** The start of the search; now by default. */
    date: LocalDate.optional(),
    time: LocalTime.optional(),
    limit: z.coerce.number().int().min(1).max(20).default(1),
  }),
  reply: z.strictObject({ slots: z.array(Slot) }),
});
