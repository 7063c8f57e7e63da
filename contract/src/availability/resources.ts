import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id, requiredMailedLine } from '../core/text.ts';
import { Instant } from '../core/time.ts';
import { WeeklyHours } from './hours.ts';

export const resourceColours = [
  'teal',
  'blue',
  'violet',
  'pink',
  'orange',
  'green',
  'cyan',
  'grape',
  'lime',
  'red',
] as const;

/** A part of a court, such as one half of it. It has no parts. */
export const Part = z.strictObject({ id: Id, name: z.string(), archivedAt: Instant.nullable() });
export type Part = z.infer<typeof Part>;

/**
 * A practitioner (doctor type) or a court (turf), which a booking occupies. A booking of a whole
 * occupies all of its parts.
 */
export const Resource = z.strictObject({
  id: Id,
  kind: z.enum(['practitioner', 'court']),
  name: z.string(),
  colour: z.string(),
  /** Its parts in the order shown. Empty for a resource that is a unit. */
  parts: z.array(Part),
  /** The member who signs in as this practitioner. */
  memberId: Id.nullable(),
  /** Whether that member is the caller. */
  isOwn: z.boolean(),
  /** Its own weekly hours; empty where the business's apply. */
  hours: z.array(WeeklyHours),
  archivedAt: Instant.nullable(),
});
export type Resource = z.infer<typeof Resource>;

/** Whether a whole court is meant or a part of one, where no particular one is named. */
export const Size = z.enum(['whole', 'part']);
export type Size = z.infer<typeof Size>;

/** The name of a doctor, a court or a part. */
export const ResourceName = requiredMailedLine(120, 'Please enter a name');

export const listResources = endpoint({
  method: 'GET',
  path: '/api/resources',
  access: 'appointments.read',
  conditional: true,
  summary: "The business's doctors or courts with their parts, in their order. Archived ones are last.",
  reply: z.strictObject({ items: z.array(Resource) }),
});

const params = z.strictObject({ id: Id });

export const addResource = endpoint({
  method: 'POST',
  path: '/api/resources',
  access: 'resources.write',
  summary:
    'Add a doctor or a court, or a part of a court. Parts of a court with future bookings ' +
    'are refused where these would overlap.',
  body: z.strictObject({
    name: ResourceName,
    colour: z.enum(resourceColours).optional(),
    memberId: Id.nullish(),
    /** The names of its parts: two halves, or nets 1 to 4. */
    parts: z.array(ResourceName).max(20).default([]),
  }),
  reply: Resource,
  status: 201,
});

export const changeResource = endpoint({
  method: 'PATCH',
  path: '/api/resources/:id',
  access: 'resources.write',
  summary:
    'Rename a doctor, court or part, or change colour or member. ' +
    'A new name of a doctor is the text of its future bookings.',
  params,
  body: z.strictObject({
    name: ResourceName.optional(),
    colour: z.enum(resourceColours).optional(),
    memberId: Id.nullish(),
  }),
  reply: Resource,
});

export const orderResources = endpoint({
  method: 'PUT',
  path: '/api/resources/order',
  access: 'resources.write',
  summary: 'The order of doctors or courts: all that are not archived, once each.',
  body: z.strictObject({ ids: z.array(Id).max(200) }),
  reply: z.strictObject({ items: z.array(Resource) }),
});

export const addPart = endpoint({
  method: 'POST',
  path: '/api/resources/:id/parts',
  access: 'resources.write',
  summary:
    'Add a part to a court. Future bookings of the whole occupy it too; ' +
    'refused with the bookings that collide.',
  params,
  body: z.strictObject({ name: ResourceName }),
  reply: Resource,
});

export const archiveResource = endpoint({
  method: 'PUT',
  path: '/api/resources/:id/archive',
  access: 'resources.write',
  summary:
    'Archive a doctor, court or part: it takes no new booking. ' +
    'With future bookings it is refused unless they are to be kept or moved.',
  params,
  body: z.strictObject({
    /** The choice for future bookings: they stay unchanged, or another resource takes them. */
    bookings: z.union([z.literal('keep'), z.strictObject({ moveTo: Id })]).optional(),
  }),
  reply: Resource,
});

export const restoreResource = endpoint({
  method: 'DELETE',
  path: '/api/resources/:id/archive',
  access: 'resources.write',
  summary: 'Take a resource out of the archive.',
  params,
  reply: Resource,
});

export const mergeResource = endpoint({
  method: 'PUT',
  path: '/api/resources/:id/merge',
  access: 'resources.write',
  summary: 'Make a doctor one with another: the other takes over the bookings, and this one is archived.',
  params,
  body: z.strictObject({ into: Id }),
  reply: Resource,
});
