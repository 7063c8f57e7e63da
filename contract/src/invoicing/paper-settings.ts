import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id, line } from '../core/text.ts';
import { LocalDate } from '../core/time.ts';
import { Sac, TaxRate } from '../ledger/charge-list.ts';
import { Gstin } from './gst.ts';

const params = z.strictObject({ id: Id });

/** How a service is taxed from a day on. */
export const ServiceTax = z.strictObject({
  serviceId: Id,
  serviceName: z.string(),
  /** Archived services have a tax for their visits that are not billed yet. */
  isArchived: z.boolean(),
  /** Null where the owner has not said it yet. */
  treatment: z.enum(['exempt', 'taxable']).nullable(),
  sac: z.string().nullable(),
  rate: z.int().nullable(),
  /** The first day on which it holds. */
  from: LocalDate.nullable(),
});
export type ServiceTax = z.infer<typeof ServiceTax>;

const Registration = z.enum(['none', 'regular', 'composition']);

const PaperRules = z.strictObject({
  registration: Registration,
  legalName: line(120).nullable(),
  gstin: Gstin.nullable(),
  /** The prefix of the letter of each series, so that two places of one business differ. */
  prefix: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{0,2}$/, 'Please enter at most two letters or digits'),
  /** Whether a paper is made automatically when a visit is completed and nothing is due. */
  automatic: z.boolean(),
  /** The last day for a credit note after the end of a financial year: `MM-DD`. */
  creditNotesUntil: z
    .string()
    .regex(/^(?:0[4-9]|1[0-2])-(?:0[1-9]|[12]\d|30)$/, 'Please enter a day from April to December'),
});
export const PaperSettings = PaperRules.extend({ services: z.array(ServiceTax) });
export type PaperSettings = z.infer<typeof PaperSettings>;

export const getPaperSettings = endpoint({
  method: 'GET',
  path: '/api/paper-settings',
  access: 'settings.write',
  summary: "How the business is registered, its series, and each service's tax.",
  reply: PaperSettings,
});

export const setPaperSettings = endpoint({
  method: 'PUT',
  path: '/api/paper-settings',
  access: 'settings.write',
  summary: 'Change how the business is registered and how its papers are numbered and made.',
  body: PaperRules.refine(({ registration, gstin }) => registration === 'none' || gstin !== null, {
    path: ['gstin'],
    error: 'Please enter the GSTIN',
  }).refine(({ registration, legalName }) => registration === 'none' || Boolean(legalName), {
    path: ['legalName'],
    error: 'Please enter the legal name',
  }),
  reply: PaperSettings,
});

export const setServiceTax = endpoint({
  method: 'PUT',
  path: '/api/paper-settings/services/:id',
  access: 'settings.write',
  summary: 'Say how a service is taxed from a day on. Papers that are made keep their tax.',
  params,
  body: z
    .strictObject({
      treatment: z.enum(['exempt', 'taxable']),
      sac: Sac.nullable(),
      rate: TaxRate.nullable(),
      from: LocalDate,
    })
    .refine(({ treatment, rate }) => (treatment === 'taxable') === (rate !== null), {
      path: ['rate'],
      error: 'Please enter a rate such as 18',
    })
    .refine(({ treatment, sac }) => treatment === 'exempt' || sac !== null, {
      path: ['sac'],
      error: 'Please enter a SAC of 4 to 8 digits',
    }),
  reply: PaperSettings,
});
