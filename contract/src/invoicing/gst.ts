import { z } from 'zod';

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The states and territories by the first two digits of a GSTIN. */
export const states: Readonly<Record<string, string>> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '97': 'Other Territory',
};

/**
 * A GST identification number: 15 characters, of which the first two are the code of the state and
 * the last one is a check character. It is accepted as it is pasted.
 */
export const Gstin = z
  .string()
  .overwrite(plainGstin)
  .refine(isGstin, 'Please check the GSTIN: it has 15 characters, and one of them is wrong');

/** The published forms of a GSTIN within a state. */
const formsInState = [
  // A business or a department, with its PAN.
  /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][Z1-9A-J][0-9A-Z]$/,
  // An office that deducts tax, with its PAN or TAN, and an operator that collects it.
  /^\d{2}[A-Z]{4}[A-Z0-9]\d{4}[A-Z][1-9A-Z][DKC][0-9A-Z]$/,
  // A body of the UN or an embassy.
  /^\d{4}[A-Z]{3}\d{5}[UO]N[0-9A-Z]$/,
  // A taxable person who is not resident.
  /^\d{4}[A-Z]{3}\d{5}NR[0-9A-Z]$/,
];

/** The form of a supplier of online services from abroad. */
const formAbroad = /^99\d{2}[A-Z]{3}\d{5}OS[0-9A-Z]$/;

/**
 * Returns the Latin letters and the digits of a typed or pasted GSTIN, in capitals, without a label
 * in front such as `GSTIN:`.
 */
export function plainGstin(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .replace(/^[A-Z]+/, '');
}

function isGstin(text: string): boolean {
  const isInState = text.slice(0, 2) in states && formsInState.some((form) => form.test(text));
  return (isInState || formAbroad.test(text)) && checkCharacter(text.slice(0, 14)) === text[14];
}

/** Computes the last character of a GSTIN from the 14 before it (modulus 36, factors 1 and 2). */
export function checkCharacter(text: string): string {
  const sum = Array.from(text).reduce((total, character, at) => {
    const product = characters.indexOf(character) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return characters[(36 - (sum % 36)) % 36] ?? '';
}

/** Returns the state of a GSTIN, for the own one the place of supply: `Maharashtra (27)`. */
export function getState(gstin: string): string {
  const code = gstin.slice(0, 2);
  return `${states[code] ?? 'Outside India'} (${code})`;
}

/** A price divided into what it is without tax, and its two taxes, in paise. */
export interface DividedPrice {
  readonly taxable: number;
  readonly cgst: number;
  readonly sgst: number;
}

/**
 * Divides a price that includes tax. CGST and SGST are half of the tax each, rounded to a paisa
 * separately, and the rest is taxable: ₹500 at 18 % are 423.72 + 38.14 + 38.14.
 * @param rate hundredths of a percent; 0 where no tax is charged
 */
export function dividePrice(paise: number, rate: number): DividedPrice {
  const half = Math.round((paise * rate) / (2 * (10_000 + rate)));
  return { taxable: paise - 2 * half, cgst: half, sgst: half };
}

/**
 * Divides a part of a price so that all parts add up to it, each within a paisa of its own share: a
 * part has what it and the earlier ones have together, less what these have. A
 * single paisa can have no tax, so that none is left for it.
 * @param of the price, and the sums of its earlier parts, in paise
 */
export function dividePart(
  paise: number,
  rate: number,
  of: { readonly price: number; readonly earlier: { readonly total: number; readonly cgst: number } },
): DividedPrice {
  const { price, earlier } = of;
  const together = earlier.total + paise;
  const share = dividePrice(together, rate).cgst - earlier.cgst;
  const least = dividePrice(price, rate).cgst - earlier.cgst - Math.floor((price - together) / 2);
  const half = Math.min(Math.max(0, least, share), Math.floor(paise / 2));
  return { taxable: paise - 2 * half, cgst: half, sgst: half };
}
