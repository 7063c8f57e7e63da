import type { ImportKind } from '@samay/contract/imports/rows';
import { expect, it } from 'vitest';
import {
  googleContacts,
  handKeptSheet,
  practoAppointments,
  practoPatients,
} from '../../../../test/fixtures/imports/exports.ts';
import type { Line } from '../reading/cells.ts';
import { readLines } from '../reading/read-lines.ts';
import { findHeads, isRow, Recognition } from './recognise.ts';
import { readRow } from './rows.ts';

/** Reads a whole file with the columns that are recognised; returns them, and what its rows are. */
async function readFile(content: Buffer | string, kind: ImportKind = 'people') {
  const lines: Line[] = [];
  const name = typeof content === 'string' ? 'a.csv' : 'a.xlsx';
  for await (const line of readLines(Buffer.from(content), name)) lines.push(line);
  const recognition = new Recognition(kind);
  for (const line of lines) recognition.add(line);
  const { columns } = recognition.end();
  const heads = findHeads(lines.slice(0, 30));
  const uses = columns.map(({ target, order }) => ({ target, order }));
  return {
    known: columns.flatMap(({ head, target }) => (target === null ? [] : [`${head}: ${target}`])),
    asked: columns.flatMap(({ head, choices, asksOrder }) => (choices || asksOrder ? [head] : [])),
    rows: lines
      .filter((line) => isRow(line, heads))
      .map((line) => {
        const { person, booking, problems } = readRow(line, { kind, uses, today: '2026-11-29' });
        if (problems.length > 0) return problems.map(({ code }) => code).join();
        const { name, contact, email, born, sex } = booking?.person ?? person ?? {};
        return [name, contact, email, born, sex].filter((value) => value !== null).join(' | ');
      }),
  };
}

it('reads an export of Google Contacts, with birthdays that have no year [P-15.97]', async () => {
  expect(await readFile(googleContacts)).toEqual({
    known: [
      'First Name: name',
      'Middle Name: name',
      'Last Name: lastName',
      'Birthday: born',
      'E-mail 1 - Value: email',
      'Phone 1 - Value: contact',
      'Phone 2 - Value: contact',
    ],
    asked: [],
    rows: [
      'Asha V Patil | +919820011111, +919820022222 | asha@mail.example | 1992-03-14',
      'रवि देशमुख | +919820033333',
      'name.missing',
      'reach.missing',
    ],
  });
});

it('reads the patients that Practo Ray exports, and refuses its appointments, which tell no number [P-15.97]', async () => {
  expect(await readFile(practoPatients)).toEqual({
    known: [
      'Patient Name: name',
      'Mobile Number: contact',
      'Contact Number: contact',
      'Email Address: email',
      'Secondary Mobile: contact',
      'Gender: sex',
      'Date of Birth: born',
      'Age: born',
    ],
    asked: [],
    rows: [
      "Asha D'Souza | +919820011111, +912228450000 | asha@mail.example | 1992-03-14 | female",
      'Baby of Asha | +919820011111 | 2025 | male',
      'Ravi Deshmukh | +919820033333 | ravi@mail.example | 1980 | male',
      'reach.missing',
    ],
  });
  expect(await readFile(practoAppointments, 'bookings')).toEqual({
    known: ['Date: date', 'Patient Name: name', 'Notes: note', 'DoctorName: resource', 'Status: status'],
    asked: [],
    rows: ['reach.missing', 'reach.missing'],
  });
});

it('reads a sheet that is kept by hand: heads of two lines, merged cells, sums, ages in words [P-15.97]', async () => {
  expect(await readFile(handKeptSheet)).toEqual({
    known: ['Name: name', 'Age: born', 'M/F: sex', 'Mobile: contact'],
    asked: [],
    rows: [
      'Smt. Asha Patil | +919820011111, +919820022222 | 1992 | female',
      'Om Patil | +919820011111, +919820022222 | 2026-03 | male',
      'रवि देशमुख | +919820033333 | 2020 | male',
      'contact.unreadable',
      'born.unreadable',
    ],
  });
});
