import { statusName } from '@samay/contract/bookings/statuses';
import { callAddress, readTelephone } from '@samay/contract/core/telephone';
import { formatDate, formatTime, indiaTime, getWeekday } from '@samay/contract/core/time';
import { capitalise, wording } from '@samay/contract/core/wording';
import { getCourts, type StoredRow, timesText } from '../src/lib/browser/day-sheet-text.ts';
import type { StoredSheet } from '../src/lib/browser/day-sheet-store.ts';

/** Renders the day's list into the page, or removes the whole list. */
export function showDay(page: Document, kept: StoredSheet | undefined): void {
  const part = (id: string) => {
    const element = page.getElementById(id);
    if (!element) throw new Error(`The page has no ${id}`);
    return element;
  };
  part('day').hidden = kept === undefined;
  part('day-title').textContent = kept ? titleOf(kept) : '';
  part('day-note').textContent = kept ? noteOf(kept) : '';
  part('day-names').replaceChildren(...(kept ? getNames(kept).map((name) => cell(page, 'th', name)) : []));
  part('day-rows').replaceChildren(...(kept ? renderRows(page, kept) : []));
}

function titleOf({ business, businessType, sheet: { date } }: StoredSheet): string {
  return `${business}: ${wording[businessType].bookings} of ${getWeekday(date)}, ${formatDate(date)}`;
}

function noteOf({ businessType, sheet: { rows, asOf, count } }: StoredSheet): string {
  const time = formatTime(indiaTime(new Date(asOf)));
  const asOfText = `As of ${time}. What has changed since then is not in it.`;
  if (rows.length === 0) return `No ${wording[businessType].bookings}. ${asOfText}`;
  return rows.length < count ? `The first ${rows.length} of ${count}. ${asOfText}` : asOfText;
}

function getNames({ businessType, sheet: { rows } }: StoredSheet): string[] {
  if (rows.length === 0) return [];
  return [
    'Time',
    capitalise(wording[businessType].person),
    'Contact',
    ...placeName({ businessType, rows }),
    'Status',
  ];
}

/** Renders a clinic's column of doctors, or a turf's of courts from the second one on. */
function placeName({
  businessType,
  rows,
}: {
  businessType: StoredSheet['businessType'];
  rows: readonly StoredRow[];
}): string[] {
  if (businessType === 'doctor') return ['Doctor'];
  return getCourts(rows) > 1 ? ['Court'] : [];
}

function renderRows(page: Document, { businessType, sheet: { rows } }: StoredSheet): HTMLElement[] {
  const hasPlace = placeName({ businessType, rows }).length > 0;
  return rows.map(({ time, endTime, personName, personContact, doctor, resourceName, status }: StoredRow) => {
    const row = page.createElement('tr');
    const contact = cell(page, 'td', '');
    if (personContact) contact.append(...contactNodes(page, personContact));
    row.append(
      cell(page, 'td', timesText({ time, endTime })),
      cell(page, 'td', personName),
      contact,
      ...(hasPlace ? [cell(page, 'td', (businessType === 'doctor' ? doctor : resourceName) ?? '')] : []),
      cell(page, 'td', statusName[status]),
    );
    return row;
  });
}

/**
 * Renders a link that calls the number, and the text after it: telephones work without our network.
 */
function contactNodes(page: Document, contact: string): (HTMLElement | string)[] {
  const telephone = readTelephone(contact);
  if (!telephone) return [contact];
  const { number, end } = telephone;
  const link = page.createElement('a');
  link.href = callAddress(number);
  link.textContent = contact.slice(0, end);
  return [link, contact.slice(end)];
}

function cell(page: Document, name: 'td' | 'th', text: string): HTMLElement {
  const element = page.createElement(name);
  element.textContent = text;
  return element;
}
