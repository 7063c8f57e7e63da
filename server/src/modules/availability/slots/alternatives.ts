import type { Alternatives } from '@samay/contract/availability/alternatives';
import type { LocalDate, LocalTime } from '@samay/contract/core/time';
import type { TenantWork } from '../../../db/tenant.ts';

/** A start that is taken. */
export interface TakenStart {
  readonly date: LocalDate;
  readonly time: LocalTime;
  /** Null where any would have done. */
  readonly resourceId: string | null;
  readonly serviceId: string | null;
  readonly duration: number;
  /** The booking that would have been moved. */
  readonly except?: string | undefined;
}

/** What is free instead. */
export async function alternativesTo(_work: TenantWork, _taken: TakenStart): Promise<Alternatives> {
  return { next: [], elsewhere: [] };
}
