import { endpoints } from '@samay/contract';
import type { Routes } from '../../http/routes.ts';
import { addExpense, countOpening, moveCash } from './drawers/add-entry.ts';
import { closeDrawer, reopenDrawer } from './closes/close.ts';
import { listCloses, sumCloses } from './closes/closes.ts';
import { exportCloses } from './closes/export-closes.ts';
import { countDrawer, getDrawer, listDrawers } from './drawers/get.ts';
import { getDrawerRules, setDrawerRules } from './drawers/rules.ts';
import { exportReceived } from './received/export-received.ts';
import { getOwnTakings, getReceived } from './received/received.ts';
import { getChargeList, setChargeList } from './rules/charge-list.ts';
import { getMoneyRules, setMoneyRules } from './rules/rules.ts';

/** Binds every endpoint of the module to its verb. */
export function ledgerRoutes(routes: Routes): void {
  routes.tenant(endpoints.getReceived, getReceived);
  routes.tenant(endpoints.exportReceived, exportReceived);
  routes.tenant(endpoints.getOwnTakings, getOwnTakings);
  routes.tenant(endpoints.getMoneyRules, getMoneyRules);
  routes.tenant(endpoints.setMoneyRules, setMoneyRules);
  routes.tenant(endpoints.getChargeList, getChargeList);
  routes.tenant(endpoints.setChargeList, setChargeList);
  routes.tenant(endpoints.getDrawer, getDrawer);
  routes.tenant(endpoints.listDrawers, listDrawers);
  routes.tenant(endpoints.listCloses, listCloses);
  routes.tenant(endpoints.sumCloses, sumCloses);
  routes.tenant(endpoints.exportCloses, exportCloses);
  routes.tenant(endpoints.addExpense, addExpense);
  routes.tenant(endpoints.moveCash, moveCash);
  routes.tenant(endpoints.countOpening, countOpening);
  routes.tenant(endpoints.countDrawer, countDrawer);
  routes.tenant(endpoints.closeDrawer, closeDrawer);
  routes.tenant(endpoints.reopenDrawer, reopenDrawer);
  routes.tenant(endpoints.getDrawerRules, getDrawerRules);
  routes.tenant(endpoints.setDrawerRules, setDrawerRules);
}
