export { tellPeopleApart } from './tell-apart.ts';
