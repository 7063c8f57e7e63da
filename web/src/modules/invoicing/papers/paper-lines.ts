import { type Paper, paperNames } from '@samay/contract/invoicing/papers';
import { formatExactRupees } from '@samay/contract/core/money';
import { rupeesInWords } from '@samay/contract/core/rupees-in-words';
import { formatDate } from '@samay/contract/core/time';

/** Names the kind of a paper in a list: `Receipt, void`. */
export function nameKind(kind: Paper['kind'], isVoid: boolean): string {
  return isVoid ? `${paperNames[kind]}, void` : paperNames[kind];
}

/** A named line of a paper. */
export interface PaperField {
  readonly name: string;
  readonly text: string;
}

/** Names the number, the dates and the places of a paper, those that it has. */
export function headFields({ number, date, of, bookingReference, placeOfSupply, reason }: Paper) {
  return named([
    ['Number', number],
    ['Date', formatDate(date)],
    ['Follows', of && `${of.number} of ${formatDate(of.date)}`],
    ['Reference', bookingReference],
    ['Place of supply', placeOfSupply],
    ['Reason', reason],
  ]);
}

/** Lists the lines below the name of the seller; a number stands behind its name. */
export function sellerLines({ seller }: Paper): string[] {
  const { name, legalName, address, telephone, registrationNumber, gstin } = seller;
  return [
    legalName === name ? null : legalName,
    address,
    telephone && `Telephone: ${telephone}`,
    registrationNumber && `Registration: ${registrationNumber}`,
    gstin && `GSTIN: ${gstin}`,
  ].flatMap((line) => line || []);
}

/** Names the sums above the total of a paper: price and discount, and the taxes that are charged. */
export function sumFields({ items, rate, discount, total, taxable, cgst, sgst }: Paper) {
  const price =
    discount === 0
      ? []
      : named([
          [items.length === 0 ? 'Price' : 'Price and charges', formatExactRupees(total + discount)],
          ['Discount', `−${formatExactRupees(discount)}`],
        ]);
  if (rate === null && (items.length === 0 || cgst === 0)) return price;
  // The two taxes are half of the rate each: 1800 hundredths of a percent are 9 % and 9 %.
  const half = rate === null ? '' : ` ${rate / 200}%`;
  return [
    ...price,
    ...named([
      ['Taxable value', formatExactRupees(taxable)],
      [`CGST${half}`, formatExactRupees(cgst)],
      [`SGST${half}`, formatExactRupees(sgst)],
    ]),
  ];
}

/** Names what a paper is for: the service and the charges, each with its tax, or the single supply. */
export function supplyFields({ description, sac, items }: Paper): readonly PaperField[] {
  if (items.length === 0) return named([['SAC', sac]]);
  return items.flatMap((item) => [
    {
      name: item.description === description ? 'Service' : item.description,
      text: formatExactRupees(item.total),
    },
    ...named([[itemTax(item), item.rate === null ? null : formatExactRupees(item.cgst + item.sgst)]]),
  ]);
}

/** Names the tax of a line: `SAC 999312, tax of 18% in it`. */
function itemTax({ sac, rate }: Paper['items'][number]): string {
  return [...(sac === null ? [] : [`SAC ${sac}`]), `tax of ${(rate ?? 0) / 100}% in it`].join(', ');
}

/** Names the receipt vouchers whose money a bill or an invoice has. */
export function voucherFields({ vouchers }: Paper): readonly PaperField[] {
  return vouchers.map(({ number, date, paise }) => ({
    name: `${number} of ${formatDate(date)}`,
    text: formatExactRupees(paise),
  }));
}

/** The line at the top of a paper whose money was voided. */
export const voidNote = 'Void: its money was noted by mistake';

/** Names the payments of a paper by their day, their method and their reference. */
export function paymentFields({ payments }: Paper): readonly PaperField[] {
  return payments.map(({ date, method, paise, reference }) => ({
    name: [formatDate(date), method, reference].filter(Boolean).join(' · '),
    text: formatExactRupees(paise),
  }));
}

/**
 * Divides the sentences of a paper into those at its top and those at its end. The words of a bill of
 * supply stand at its top (rule 5 of the CGST Rules).
 */
export function placeNotes({ kind, notes }: Paper): { top: readonly string[]; end: readonly string[] } {
  return kind === 'bill_of_supply' ? { top: notes, end: [] } : { top: [], end: notes };
}

/** Writes a paper as lines of text, for a messenger. */
export function paperText(paper: Paper): string[] {
  const { recipient, description, total } = paper;
  const notes = placeNotes(paper);
  return [
    ...(paper.isVoid ? [voidNote] : []),
    ...notes.top,
    paper.seller.name,
    ...sellerLines(paper),
    '',
    paperNames[paper.kind],
    ...headFields(paper).map(getLine),
    `To: ${recipient.name}`,
    ...(recipient.gstin === null ? [] : [`GSTIN: ${recipient.gstin}`]),
    `For: ${description}`,
    ...supplyFields(paper).map(getLine),
    ...sumFields(paper).map(getLine),
    `Total: ${formatExactRupees(total)}`,
    rupeesInWords(total),
    ...voucherFields(paper).map((field) => `Advance ${getLine(field)}`),
    ...notes.end,
  ];
}

function getLine({ name, text }: PaperField): string {
  return `${name}: ${text}`;
}

function named(pairs: readonly (readonly [name: string, text: string | null])[]): readonly PaperField[] {
  return pairs.flatMap(([name, text]) => (text === null || text === '' ? [] : [{ name, text }]));
}
