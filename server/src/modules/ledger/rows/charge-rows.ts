import { randomUUID } from 'node:crypto';
import type { ChargeList } from '../../../db/json-columns.ts';
import { orNotFound } from '../../../core/app-error.ts';
import type { Noted } from './payment-rows.ts';
import type { ChargeRow, NewCharge } from './queries.ts';

interface Asked {
  readonly appointmentId: string;
  readonly name: string;
  readonly paise: number;
  /** The entry of the owner's list whose tax it has. */
  readonly offer?: string | null | undefined;
}

/** Returns a charge on a booking, with the tax that the owner's list has for it. @throws `not_found` */
export function makeCharge(
  { appointmentId, name, paise, offer }: Asked,
  list: ChargeList,
  { at, by }: Pick<Noted, 'at' | 'by'>,
): NewCharge {
  const listed = offer ? orNotFound(list.find(({ id }) => id === offer)) : undefined;
  return {
    id: randomUUID(),
    appointment_id: appointmentId,
    kind: 'charge',
    name,
    paise,
    treatment: listed?.treatment ?? null,
    sac: listed?.sac ?? null,
    rate: listed?.rate ?? null,
    of_id: null,
    added_at: at,
    added_by: by,
  };
}

/** Returns the row that removes a charge. */
export function makeRemoval(charge: ChargeRow, { at, by }: Pick<Noted, 'at' | 'by'>): NewCharge {
  return {
    ...charge,
    id: randomUUID(),
    paise: -charge.paise,
    of_id: charge.id,
    added_at: at,
    added_by: by,
  };
}

/** Lists the charges that were not removed. */
export function standingCharges(rows: readonly ChargeRow[]): ChargeRow[] {
  const removed = new Set(rows.map(({ of_id: of }) => of));
  return rows.filter(({ id, paise }) => paise > 0 && !removed.has(id));
}
