// The part of India's numbering plan that tells landlines from mobile numbers: the area codes that
// begin with 6, 7 or 8, as the beginnings of national numbers of ten digits. Subscribers' numbers in
// an area begin with 2 to 7; the levels of 0, 1, 8 and 9 behind an area code are mobile. No mobile
// number begins with 1 to 5, no landline with 9. Decision 0103 says where the table is from.

/** Beginnings of numbers that only landlines have. */
const landlines = [
  // Odisha, Bihar and Jharkhand: cities with codes of three digits (Patna is 612), and the others.
  /^6(?:12(?!79)|[2-4]1|5[17]|6[13]|7[14]|80)[2-7]/,
  /^6(?:1[1358]|2[2457]|3[2-4]|4[235-7]|5[2-689]|6[24578]|7[2-69]|8[1-6])\d[2-7]/,
  /^678[0-57-9][2-7]/,
  // Maharashtra, Madhya Pradesh, Chhattisgarh and Rajasthan: cities (Nagpur is 712), and the others.
  /^7(?:12[2-7]|(?:2[14]|3[134]|4[47]|5[15]|88)[2-6]|[67]1[2346]|317[19]|8871)/,
  /^71(?:[013-8]\d|9[6-9])[2-7]/,
  /^7(?:3(?:2[0-49]|9[2-5])|5(?:2[1-3]|9[0-6])|70[13-7]|881)[2-7]/,
  /^76(?:0[5689]|2[5-9]|3[02-8]|4\d|5[0-367])[2-7]/,
  // Ahmedabad and Bengaluru have codes of two digits.
  /^79(?!313)(?:1[2-7]|[2-6])/,
  /^80(?:[2346]|71|79[1-3])/,
  // Karnataka, Goa and Andhra Pradesh: cities (Mysuru is 821).
  /^8(?:70[2-6]|(?:16|2[014]|3[126]|6[136]|7[78]|8[34]|91)(?:[2-6]|7[19]))/,
];

/** Area codes of four digits that mobile numbers begin with, too. */
const sharedCodes = [
  /^72(?:0[1-3]|[2368]\d|5[1-8]|7[0-49]|9[0-24-7])/,
  /^73(?:2[5-8]|6\d|7[0-245]|9[01])/,
  /^74(?:1[02-4]|[29][0-7]|3[0-8]|[56]\d|8[0-24-7])/,
  /^75(?:2[4-9]|3\d|[47][0-8]|6[0-5]|8[0-6])/,
  /^76(?:0[134]|2[1-4]|5[589]|6[0-4]|[79][0-5]|8\d)/,
  /^77(?:00|[257]\d|[39][0-4]|4[013-9]|[68][1-9])/,
  /^78(?:0[1-68]|1[0-35-9]|2[0-6]|3[1-6]|4[01346-9]|5\d|6[1-8])/,
  /^81(?:1[0137-9]|3[1-9]|[58]\d|7[02-7]|9[0-689])/,
  /^82(?:2\d|3[0-246]|5[13-9]|6[1-35-7]|7[246]|8[2-489])/,
  /^83(?:0[14]|[358]\d|7[0-35-9]|9[1-9])/,
  /^84(?:0[2-8]|1[1-9]|2[24-6]|4[0-4]|5[0-8]|6[1-8]|[79]\d|8[1-578])/,
  /^85(?:0[1-6]|1[02-9]|2[02-5]|[38][1-9]|4[0-35689]|5[0-246-9]|6\d|7[0-36-9]|9[2-4689])/,
  /^86(?:[24]\d|5[469]|7[1-46-8]|8[0-59]|9[1-4])/,
  /^87(?:1[0135-9]|2[013-57-9]|[34]\d|5[1-39]|61)/,
  /^88(?:1[1-4689]|2[139]|5[24-7]|6[2-589])/,
  /^89(?:2[24]|3[1-8]|4[124-7]|52|6[3-6])/,
];

/** Matches a number whose first four digits stand apart from the other six. */
const codeApart = /\d{4}(\D+)(?:\d\D*){5}\d$/;

/**
 * Returns whether a number of India may be mobile, by its ten digits and by the way it is written. A
 * number that both a landline and a mobile telephone may have is a landline's if it is written with
 * its area code apart behind a zero or the country's code, or in brackets: `08812 230 456`,
 * `+91 8812 230456` or `(8812) 230456`, but not `88122 30456`.
 */
export function mayBeMobile(number: string, written: string): boolean {
  if (!/^[6-9]\d{9}$/.test(number) || landlines.some((beginning) => beginning.test(number))) return false;
  if (!/^.{4}[2-7]/.test(number) || !sharedCodes.some((code) => code.test(number))) return true;
  const apart = codeApart.exec(written);
  return apart === null || (apart.index === 0 && !apart[1]?.includes(')'));
}
