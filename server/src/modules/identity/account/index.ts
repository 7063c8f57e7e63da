export { hidePerson } from './hide-person.ts';
export { restorePerson } from './restore-person.ts';
