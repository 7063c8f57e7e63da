import { describe, expect, it } from 'vitest';
import { whatsAppLink, whatsAppNumber } from './whatsapp.ts';

describe('the number of WhatsApp', () => {
  it.each([
    ['98200 11223 (wife)', '919820011223'],
    ['+91 63 5000 1122', '916350001122'],
    ['+1 415 555 0123', '14155550123'],
    ['020 2567 1234', null],
    ['2567 1234', null],
    ['1800 123 4567', null],
    ['112', null],
    ['at the gate', null],
    ['', null],
  ])('of %j is %s [P-12.30]', (contact, number) => {
    expect(whatsAppNumber(contact)).toBe(number);
  });

  // One area after the other, each with the digits with which numbers of its subscribers begin.
  it.each([
    ['Patna', '612', '222 3456'],
    ['Muzaffarpur', '621', '224 3456'],
    ['Ranchi', '651', '233 4567'],
    ['Jamshedpur', '657', '242 3456'],
    ['Rourkela', '661', '250 1234'],
    ['Cuttack', '671', '230 4567'],
    ['Bhubaneswar', '674', '253 4567'],
    ['Brahmapur', '680', '222 0123'],
    ['Gaya', '631', '222 0123'],
    ['Ara', '6182', '234 567'],
    ['Hazaribagh', '6546', '222 333'],
    ['Baripada', '6792', '252 123'],
    ['Puri', '6752', '222 123'],
    ['Balasore', '6782', '262 123'],
    ['Nagpur', '712', '256 1234'],
    ['Nagpur, another operator', '712', '660 1234'],
    ['Amravati', '721', '266 2345'],
    ['Chandrapur', '7172', '255 123'],
    ['Gadchiroli', '7132', '222 123'],
    ['Indore', '731', '254 3210'],
    ['Ujjain', '734', '251 3210'],
    ['Kota', '744', '232 1234'],
    ['Gwalior', '751', '234 1234'],
    ['Bhopal', '755', '255 1234'],
    ['Jabalpur', '761', '240 1234'],
    ['Raipur', '771', '222 1234'],
    ['Raipur, another operator', '771', '404 1234'],
    ['Bhilai', '788', '232 1234'],
    ['Hoshangabad', '7574', '252 123'],
    ['Sagar', '7582', '222 123'],
    ['Rewa', '7662', '242 123'],
    ['Buldhana', '7262', '242 123'],
    ['Yavatmal', '7232', '242 123'],
    ['Ahmedabad', '79', '2656 1234'],
    ['Ahmedabad, another operator', '79', '6926 5555'],
    ['Bengaluru', '80', '2345 6789'],
    ['Bengaluru, another operator', '80', '4567 1234'],
    ['Bengaluru, a third', '80', '6717 1234'],
    ['Hubballi', '836', '235 1234'],
    ['Mysuru', '821', '242 1234'],
    ['Mangaluru', '824', '221 1234'],
    ['Belagavi', '831', '240 1234'],
    ['Panaji', '832', '222 1234'],
    ['Tumakuru', '816', '227 1234'],
    ['Udupi', '820', '252 1234'],
    ['Nellore', '861', '232 1234'],
    ['Guntur', '863', '222 1234'],
    ['Vijayawada', '866', '257 1234'],
    ['Warangal', '870', '257 1234'],
    ['Tirupati', '877', '228 1234'],
    ['Karimnagar', '878', '226 1234'],
    ['Rajahmundry', '883', '242 1234'],
    ['Kakinada', '884', '236 1234'],
    ['Visakhapatnam', '891', '256 1234'],
    ['Eluru', '8812', '230 456'],
    ['Bidar', '8482', '226 123'],
    ['Hosapete', '8394', '228 123'],
    ['Khammam', '8742', '224 123'],
    ['Pune', '20', '2567 1234'],
    ['Delhi', '11', '2345 6789'],
  ])('is missing for a landline of %s [P-12.30]', (_, area, local) => {
    for (const contact of [
      `0${area} ${local}`,
      `0${area}-${local.replace(' ', '')}`,
      `(0${area}) ${local}`,
      `(${area}) ${local}`,
      `+91 ${area} ${local}`,
      `+91-${area}-${local.replace(' ', '')}`,
      `+91 (0)${area} ${local}`,
      `0091 ${area} ${local}`,
      `Clinic: 0${area} ${local} (reception)`,
    ])
      expect([contact, whatsAppNumber(contact)]).toEqual([contact, null]);
  });

  // The first digits of each: a mobile level that is near an area code, or well known.
  it.each([
    ['70201 12233', 'Maharashtra'],
    ['72081 12233', 'Mumbai'],
    ['73501 12233', 'beside 0731 Indore'],
    ['73101 12233', 'Indore with a level that landlines do not have'],
    ['71200 12233', 'Nagpur with such a level'],
    ['61280 12233', 'Patna with such a level'],
    ['61279 12233', 'Patna, a mobile part of level 7'],
    ['82170 12233', 'Mysuru, a mobile part of level 7'],
    ['63501 12233', 'all of 635'],
    ['60001 12233', 'all of 600'],
    ['77151 12233', 'Mumbai'],
    ['79001 12233', 'not Ahmedabad'],
    ['79721 12233', 'not Ahmedabad'],
    ['79313 12233', 'not Ahmedabad'],
    ['80071 12233', 'not Bengaluru'],
    ['80501 12233', 'not Bengaluru'],
    ['80801 12233', 'not Bengaluru'],
    ['80790 12233', 'not Bengaluru'],
    ['81491 12233', 'Pune'],
    ['83081 12233', 'Pune'],
    ['84461 12233', 'Pune'],
    ['88881 12233', 'Pune'],
    ['72345 67890', 'also the code of a town'],
    ['88122 30456', 'also Eluru'],
    ['77777 77777', 'also the code of a town'],
    ['62001 12233', 'all of 620'],
    ['90281 12233', 'all of 9'],
    ['99991 12233', 'all of 9'],
  ])('is that of a mobile telephone, %s: %s [P-12.30]', (contact) => {
    const digits = contact.replace(' ', '');
    for (const written of [contact, digits, `0${digits}`, `0 ${contact}`, `+91 ${contact}`, `91${digits}`])
      expect([written, whatsAppNumber(written)]).toEqual([written, `91${digits}`]);
  });

  it('is decided by the way of writing where a town and mobile telephones share a code [P-12.30]', () => {
    const landline = ['08812 230456', '08812-230-456', '(08812)230456', '+91 8812 230 456', '(8812) 230456'];
    const mobile = ['8812230456', '08812230456', '+918812230456', '8812 230 456', '88 1223 0456'];
    expect(landline.map(whatsAppNumber)).toEqual(landline.map(() => null));
    expect(mobile.map(whatsAppNumber)).toEqual(mobile.map(() => '918812230456'));
    // Mobile numbers alone have this level: grouped alike, it stays one.
    expect(whatsAppNumber('+91 9820 011 223')).toBe('919820011223');
    expect(whatsAppNumber('0८८१२ २३०४५६')).toBeNull();
  });
});

it('fills a text into the link of WhatsApp, whatever its characters [P-12.29]', () => {
  const text = 'नमस्ते & 100% #1\n+?';
  const link = new URL(whatsAppLink('919820011223', text));
  expect([link.origin, link.pathname]).toEqual(['https://wa.me', '/919820011223']);
  expect(link.searchParams.get('text')).toBe(text);
});
