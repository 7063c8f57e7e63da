export { listAppointments } from './appointments/list.ts';
export { type ListOrder, type Visibility, visible } from './appointments/visibility-queries.ts';
export { visibilityIn } from './appointments/visibility.ts';
export { storedName } from './files/stored-name.ts';
export { sweepFiles } from './files/sweep.ts';
export { tellPeopleApart } from './patients/split-patients.ts';
export { getSchedule } from './schedule/get.ts';
