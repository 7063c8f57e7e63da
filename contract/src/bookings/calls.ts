import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/text.ts';
import { Appointment } from './appointments.ts';

/** The calls after which a person who has not answered is proposed as skipped. */
export const callsBeforeSkip = 3;
/** The most calls that are counted. */
export const mostCalls = 99;

const params = z.strictObject({ id: Id });

export const callPerson = endpoint({
  method: 'PUT',
  path: '/api/appointments/:id/call',
  access: 'appointments.write',
  summary: 'Call the number of a waiting person: the board shows and sounds it. One who was skipped is back.',
  params,
  /** Which call it is, from 1 on: of two desks that press together one calls, and so does a repeated request. */
  body: z.strictObject({ number: z.int().min(1).max(mostCalls) }),
  reply: Appointment,
});

export const skipPerson = endpoint({
  method: 'PUT',
  path: '/api/appointments/:id/skip',
  access: 'appointments.write',
  summary: 'Note that a waiting person did not answer: nobody waits for them. It is no no-show.',
  params,
  reply: Appointment,
});

export const undoSkip = endpoint({
  method: 'DELETE',
  path: '/api/appointments/:id/skip',
  access: 'appointments.write',
  summary: 'Put a person who was skipped back to their place in the queue.',
  params,
  reply: Appointment,
});
