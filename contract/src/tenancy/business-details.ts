import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { line, lines, webAddress } from '../core/text.ts';

const MapLink = webAddress('https', 500, 'Please paste a link that begins with https://');

/** The address and the numbers of a business, for its slips and papers. Null where not named. */
export const BusinessDetails = z.strictObject({
  address: lines(300).trim().nullable(),
  telephone: line(40).nullable(),
  /** The number under which a clinic or a ground is registered with its authority. */
  registrationNumber: line(60).nullable(),
  /** The address of its place on a map. */
  mapLink: MapLink.nullable(),
});
export type BusinessDetails = z.infer<typeof BusinessDetails>;

export const getBusinessDetails = endpoint({
  method: 'GET',
  path: '/api/business-details',
  access: 'appointments.read',
  summary: "The business's address, telephone, registration number and map link.",
  reply: BusinessDetails,
});

export const changeBusinessDetails = endpoint({
  method: 'PUT',
  path: '/api/business-details',
  access: 'settings.write',
  summary: "Change the business's address, telephone, registration number and map link.",
  body: BusinessDetails,
  reply: BusinessDetails,
});
