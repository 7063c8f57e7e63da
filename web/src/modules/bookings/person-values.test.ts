import { expect, it } from 'vitest';
import { buildAppointment } from '../../../test/builders.ts';
import { personChanges, personErrors, personValues } from './person-values.ts';

const opened = personValues(
  buildAppointment({ personName: 'Mera Joshi', personEmail: 'meera@example.in', personContact: null }),
);

it('sends only changed fields, an emptied contact as null [P-5.33]', () => {
  expect(opened).toEqual({ personName: 'Mera Joshi', personEmail: 'meera@example.in', personContact: '' });
  expect(personChanges({ ...opened, personName: ' Mera Joshi ' }, opened)).toEqual({});
  expect(
    personChanges({ ...opened, personName: 'Meera Joshi', personContact: ' 98450 12345 ' }, opened),
  ).toEqual({
    personName: 'Meera Joshi',
    personContact: '98450 12345',
  });
  const reached = { ...opened, personContact: '98450 12345' };
  expect(personChanges({ ...reached, personContact: ' ' }, reached)).toEqual({ personContact: null });
});

it('sends an emptied email as null where a contact number remains [P-5.13]', () => {
  const reached = { ...opened, personContact: '98450 12345' };
  const emptied = { ...reached, personEmail: ' ' };
  expect(personChanges(emptied, reached)).toEqual({ personEmail: null });
  expect(personErrors(emptied, reached)).toEqual({});
  expect(personErrors({ ...emptied, personContact: '' }, reached)).toEqual({
    personEmail: 'Please enter a valid email address',
  });
});

it('rejects an invalid name and an invalid address, with the errors of the contract', () => {
  expect(personErrors({ ...opened, personName: ' ', personEmail: 'meera' }, opened)).toEqual({
    personName: 'Please enter a name',
    personEmail: 'Please enter a valid email address',
  });
});

it('accepts unchanged values', () => {
  const old = { ...opened, personEmail: 'no address' };
  expect(personErrors({ ...old, personName: 'Meera Joshi' }, old)).toEqual({});
});
