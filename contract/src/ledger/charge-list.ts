import { z } from 'zod';
import { plainTyped } from '../core/characters.ts';
import { endpoint } from '../core/endpoint.ts';
import { Paise } from '../core/money.ts';
import { Id, requiredLine } from '../core/text.ts';

export const ChargeName = requiredLine(80, 'Please enter a name');

/** A SAC as it is typed. */
export const Sac = z
  .string()
  .transform(plainTyped)
  .pipe(z.string().regex(/^\d{4,8}$/, 'Please enter a SAC of 4 to 8 digits'));

/** A tax rate in hundredths of a percent: 1800 is 18 %. */
export const TaxRate = z
  .int('Please enter a rate such as 18')
  .min(1, 'Please enter a rate above 0')
  .max(10_000, 'Please enter a rate of at most 100');

/** A charge that the desk is offered. */
export const ChargeOffer = z.strictObject({
  id: Id,
  name: z.string(),
  amount: Paise,
  /** Null where it is taxed like the service of its booking. */
  treatment: z.enum(['exempt', 'taxable']).nullable(),
  sac: z.string().nullable(),
  rate: z.int().nullable(),
});
export type ChargeOffer = z.infer<typeof ChargeOffer>;

const NewOffer = ChargeOffer.extend({
  name: ChargeName,
  amount: Paise.min(1, { error: 'Please enter an amount' }),
  sac: Sac.nullable(),
  rate: TaxRate.nullable(),
})
  .refine(({ treatment, rate }) => (treatment === 'taxable') === (rate !== null), {
    path: ['rate'],
    error: 'Please enter a rate such as 18',
  })
  .refine(({ treatment, sac }) => treatment !== 'taxable' || sac !== null, {
    path: ['sac'],
    error: 'Please enter a SAC of 4 to 8 digits',
  });

/** The most charges that a list has. */
export const mostOffers = 50;

export const ChargeList = z.strictObject({ offers: z.array(ChargeOffer) });
export type ChargeList = z.infer<typeof ChargeList>;

export const getChargeList = endpoint({
  method: 'GET',
  path: '/api/charge-list',
  access: 'appointments.write',
  summary: 'The charges that the desk is offered.',
  reply: ChargeList,
});

export const setChargeList = endpoint({
  method: 'PUT',
  path: '/api/charge-list',
  access: 'settings.write',
  summary: 'Change the charges that the desk is offered. Charges of bookings stay as they are.',
  body: z.strictObject({ offers: z.array(NewOffer).max(mostOffers) }),
  reply: ChargeList,
});
