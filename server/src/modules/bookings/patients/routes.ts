import { endpoints } from '@samay/contract';
import type { Routes } from '../../../http/routes.ts';
import { getPatient } from './get.ts';
import { listPatientHistory } from './list-history.ts';
import { listPatients } from './list.ts';

export function patientRoutes(routes: Routes): void {
  routes.tenant(endpoints.listPatients, listPatients);
  routes.tenant(endpoints.getPatient, getPatient);
  routes.tenant(endpoints.listPatientHistory, listPatientHistory);
}
