import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/text.ts';
import { Appointment } from './appointments.ts';

const of = {
  path: '/api/appointments/:id/delay',
  access: 'appointments.write',
  params: z.strictObject({ id: Id }),
  reply: Appointment,
} as const;

export const noteDelay = endpoint({
  ...of,
  method: 'PUT',
  summary: 'Note that a person comes later than the time. Rejected before its day, and once they have come.',
  body: z.strictObject({ minutes: z.int().min(1).max(120) }),
});

export const undoDelay = endpoint({
  ...of,
  method: 'DELETE',
  summary: 'Note that a person comes on time after all.',
});
