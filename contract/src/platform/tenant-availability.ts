import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { daysOfHours, OpeningHours } from '../availability/hours.ts';
import { Resource } from '../availability/resources.ts';
import { Service } from '../availability/services.ts';
import { daysOfSlots, SlotsByResource } from '../availability/slots.ts';
import { Id } from '../core/text.ts';

// The resources, services and hours of any business, for a super admin to read.

const params = z.strictObject({ id: Id });

export const getTenantAvailability = endpoint({
  method: 'GET',
  path: '/api/platform/tenants/:id/availability',
  access: 'platform.manage',
  needsReason: true,
  summary:
    'The doctors or courts of one business, its services, and its hours with the closures ' +
    "of a range of days, read only. The access is recorded in the business's audit log " +
    'with its reason.',
  params,
  query: daysOfHours,
  reply: z.strictObject({
    /** The resources in their order, archived ones last. */
    resources: z.array(Resource),
    services: z.array(Service),
    hours: OpeningHours,
  }),
});

export const listTenantSlots = endpoint({
  method: 'GET',
  path: '/api/platform/tenants/:id/slots',
  access: 'platform.manage',
  needsReason: true,
  summary:
    "The free starts of one business, read only. The access is recorded in the business's " +
    'audit log with its reason.',
  params,
  query: daysOfSlots,
  reply: SlotsByResource,
});
