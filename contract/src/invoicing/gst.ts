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
 * A GST identification number: the state's code, the PAN, the number of the registration, `Z` and a
 * check character.
 */
export const Gstin = z
  .string()
  .trim()
  .toUpperCase()
  .refine(isGstin, 'Please check the GSTIN: it has 15 characters, and one of them is wrong');

function isGstin(text: string): boolean {
  return (
    /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(text) &&
    text.slice(0, 2) in states &&
    checkCharacter(text.slice(0, 14)) === text[14]
  );
}

/** Computes the last character of a GSTIN from the 14 before it (modulus 36, factors 1 and 2). */
export function checkCharacter(text: string): string {
  const sum = Array.from(text).reduce((total, character, at) => {
    const product = characters.indexOf(character) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return characters[(36 - (sum % 36)) % 36] ?? '';
}

/** Returns the place of supply of a business, its own state: `Maharashtra (27)`. */
export function stateOf(gstin: string): string {
  const code = gstin.slice(0, 2);
  return `${states[code] ?? 'Other Territory'} (${code})`;
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
