import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { showDay } from '../offline/show-day.ts';
import type { StoredSheet } from '../src/lib/browser/day-sheet-store.ts';
import { buildDaySheet } from './builders.ts';

const page = document;
beforeEach(async () => {
  const html = await readFile(join(import.meta.dirname, '../offline/index.html'), 'utf8');
  page.body.innerHTML = new DOMParser().parseFromString(html, 'text/html').body.innerHTML;
});
afterEach(() => page.body.replaceChildren());

it('shows the stored day, with typed values as text and a link to call [P-16.30]', () => {
  showDay(page, keptDay([{ personName: '<img src=x onerror=alert(1)>', personContact: '+91 98450 12345' }]));
  const day = page.querySelector('#day');
  expect(day).not.toHaveAttribute('hidden');
  expect(day?.querySelector('h2')).toHaveTextContent(
    'City Care Clinic: appointments of Saturday, 21 Nov 2026',
  );
  expect(day?.querySelector('#day-note')).toHaveTextContent(
    'As of 10:42 am. What has changed since then is not in it.',
  );
  expect([...page.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual([
    'Time',
    'Patient',
    'Contact',
    'Doctor',
    'Status',
  ]);
  expect([...page.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual([
    '2:30 pm – 3:00 pm',
    '<img src=x onerror=alert(1)>',
    '+91 98450 12345',
    'Dr. Kavita Rao',
    'Scheduled',
  ]);
  expect(page.querySelector('a')).toHaveAttribute('href', 'tel:+919845012345');
});

it('names the courts of a turf from the second one on, and shows an earlier sheet without ends and courts [P-6.66]', () => {
  const sheet = keptDay([{ resourceName: 'Half A' }, { resourceName: 'Half B' }]);
  showDay(page, { ...sheet, businessType: 'turf' });
  const names = () => [...page.querySelectorAll('th')].map(({ textContent }) => textContent);
  expect(names()).toEqual(['Time', 'Customer', 'Contact', 'Court', 'Status']);
  expect(page.querySelector('tbody tr:last-child td:nth-child(4)')).toHaveTextContent('Half B');

  const { endTime: _, resourceName: __, ...before } = sheet.sheet.rows[0] ?? {};
  const stored = JSON.parse(
    JSON.stringify({ ...sheet, businessType: 'turf', sheet: { ...sheet.sheet, rows: [before] } }),
  ) as StoredSheet;
  showDay(page, stored);
  expect(names()).toEqual(['Time', 'Customer', 'Contact', 'Status']);
  expect(page.querySelector('td')).toHaveTextContent(/^2:30 pm$/);
});

it('removes it from the page when it is deleted', () => {
  const empty = page.body.innerHTML;
  showDay(page, keptDay([{ personName: 'Meenakshi Iyer' }]));
  showDay(page, undefined);
  expect(page.body.innerHTML).toBe(empty);
});

it('keeps its scripts and styles in files, for the content security policy [P-16.28]', async () => {
  const html = await readFile(join(import.meta.dirname, '../offline/index.html'), 'utf8');
  expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/);
});

function keptDay(rows: Parameters<typeof buildDaySheet>[1]): StoredSheet {
  return {
    userId: 'asha',
    business: 'City Care Clinic',
    businessType: 'doctor',
    sheet: buildDaySheet({ date: '2026-11-21' }, rows),
  };
}
