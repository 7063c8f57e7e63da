import { lockPeriods, sumOpenEntries, sumOpenMoney } from './queries.ts';

/** Locks a drawer and, where there is one, another; sums the rows of the open period of the first. */
export function lockingPeriod(id: string, other?: string) {
  const ids = [id];
  return {
    drawer: lockPeriods({ ids: other === undefined ? ids : [id, other] }),
    money: sumOpenMoney({ ids }),
    entries: sumOpenEntries({ ids }),
  };
}
