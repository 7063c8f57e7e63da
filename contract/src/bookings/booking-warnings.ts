import { z } from 'zod';
import { Size } from '../availability/resources.ts';
import { Duration } from '../availability/services.ts';
import { endpoint } from '../core/endpoint.ts';
import { Id, line } from '../core/text.ts';
import { LocalDate, LocalTime } from '../core/time.ts';

export const warnAppointment = endpoint({
  method: 'GET',
  path: '/api/appointment-warnings',
  access: 'appointments.read',
  summary:
    'Warnings about a time: in the past, outside opening hours, on a closure, or taken. ' +
    'It can be booked nevertheless, unless it is taken or the limit of the plan is reached.',
  query: z.strictObject({
    date: LocalDate,
    time: LocalTime,
    doctor: line(120).optional(),
    /** A doctor, a court or a part; by default the doctor of that name, or the first free court. */
    resource: Id.optional(),
    /** Whether any whole court is meant or any part of one, as in `NewAppointment`. */
    size: Size.optional(),
    /** A service; the first one by default. */
    service: Id.optional(),
    /** The duration, if not the service's. */
    duration: z.coerce.number().pipe(Duration).optional(),
    /** The booking that is moved: its own time does not count as taken. */
    except: Id.optional(),
    /** A walk-in: at a clinic it claims nothing, so that no time is taken for it. */
    walkIn: z.literal('yes').optional(),
  }),
  reply: z.strictObject({
    warnings: z.array(z.string()),
    /**
     * Present if the limit is reached in the billing cycle of this date: a booking would be
     * rejected with `plan.limit_reached`.
     */
    isFull: z.literal(true).optional(),
    /** The number of places that are left in that cycle, from 80 % of the limit on. */
    left: z.int().optional(),
  }),
});
