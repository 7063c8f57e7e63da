import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/text.ts';
import { Instant } from '../core/time.ts';
import { Appointment } from './appointments.ts';

export const linkPrescription = endpoint({
  method: 'POST',
  path: '/api/appointments/:id/prescription/link',
  access: 'prescriptions.read',
  summary: 'Create a link to the prescription. It expires after a minute and works in this session only.',
  params: z.strictObject({ id: Id }),
  reply: z.strictObject({ url: z.string(), downloadUrl: z.string(), expiresAt: Instant }),
});

export const uploadPrescription = endpoint({
  method: 'PUT',
  path: '/api/appointments/:id/prescription',
  access: 'prescriptions.write',
  summary: 'Upload a prescription (jpg, jpeg, png or pdf, under 10 MB). It replaces an earlier one.',
  params: z.strictObject({ id: Id }),
  reply: Appointment,
  transport: 'upload',
});
