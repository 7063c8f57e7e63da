// Names as people write them, for the folding of the contract and of the database.

/** Names of one person by identity, each line. */
export const oneName: readonly (readonly string[])[] = [
  ['Meera Joshi', 'MEERA  JOSHI', ' meera joshi ', 'Meera\u00A0Joshi', 'Meera\tJoshi', 'Meera\u3000Joshi'],
  ['Meera Joshi', 'Dr. Meera Joshi', 'dr meera joshi', 'Dr.Meera Joshi', 'Dr . Meera Joshi'],
  [
    'Meera Joshi',
    'SMT. MEERA JOSHI',
    'Smt Meera Joshi',
    'Mrs Meera Joshi',
    'Mrs. Meera Joshi',
    'Ms.Meera Joshi',
  ],
  ['Meera Joshi', 'Prof. Dr. Meera Joshi', 'Kumari Meera Joshi', 'Kum. Meera Joshi', 'Shrimati Meera Joshi'],
  ['Ramesh', 'Sri. Ramesh', 'Shri Ramesh', 'Shri. Ramesh', 'Shree Ramesh', 'Mr.Ramesh', 'Capt. Ramesh'],
  ['Arjun', 'Master Arjun', 'Baby Arjun', 'Baby. Arjun', 'Mr. Arjun', 'Master. Arjun'],
  [
    "D'Souza",
    'D\u2019Souza',
    'D\u2018Souza',
    'D`Souza',
    'D\u00B4Souza',
    'D\u02BCSouza',
    'D\uFF07Souza',
    'D\u2032SOUZA',
  ],
  ['Anna-Maria', 'Anna\u2010Maria', 'Anna\u2011Maria', 'Anna\u2013Maria', 'ANNA\u2212MARIA'],
  ['Renée', 'RENE\u0301E', 'RENÉE', 'Rene\u0301e'],
  ['Nguyễn', 'Nguye\u0302\u0303n', 'NGUYỄN'],
  ['FIONA', 'ｆｉｏｎａ', 'ﬁona'],
  ['ИВАН Йовков', 'иван йовков', 'Иван И\u0306овков'],
  ['Ελένη Σοφός', 'ΕΛΈΝΗ ΣΟΦΌΣ'],
  ['मीरा जोशी', 'डॉ. मीरा जोशी', 'श्रीमती मीरा  जोशी', 'सुश्री मीरा जोशी', 'श्री. मीरा जोशी', 'डॉ मीरा जोशी'],
  ['மீரா', 'திருமதி மீரா', 'டாக்டர். மீரா', 'மீ\u200Bரா', '\uFEFFமீரா\u200C'],
  ['\u0958मर', '\u0915\u093Cमर', 'क\u200D\u093Cमर'],
  ['ज़ोया', '\u091C\u093Cोया', '\u095Bोया'],
  ['গড়', 'গ\u09A1\u09BC', 'গ\u09DC'],
  ['কোমল', 'ক\u09C7\u09BEমল'],
  ['ਸ਼ਾਮ', '\u0A38\u0A3Cਾਮ', '\u0A36ਾਮ'],
  ['கொடி', 'க\u0BC6\u0BBEடி'],
  ['ଢ଼', '\u0B22\u0B3C', '\u0B5D'],
  ['ಕೋಮಲ', 'ಕ\u0CC6\u0CC2\u0CD5ಮಲ', 'ಕ\u0CCBಮಲ'],
  ['കൊച്ച', 'ക\u0D46\u0D3Eച്ച'],
  ['അനിൽ', 'അനില\u0D4D\u200D', 'അനില\u0D4D'],
  ['ജോൺ', 'ജോണ\u0D4D\u200D'],
  ['آصف', 'ا\u0653صف'],
  ['Om', 'O\u200Bm', '\u202AOm\u202C', 'Om\u200E', '\u2066Om\u2069', 'O\u00ADm', '\u180EOm'],
];

/** Different people by identity who are found by a search for any of them, each line. */
export const foundAlike: readonly (readonly string[])[] = [
  ['Meera Joshi', 'Joshi Meera', 'Joshi, Meera', 'Meera-Joshi'],
  ['Renée Pinto', 'Renee Pinto', 'Pinto, Renée', 'René\u0327e Pinto'],
  ["D'Souza", 'DSouza'],
  ['R.K. Sharma', 'R K Sharma', 'RK Sharma', 'Sharma R.K.', 'R. K. Sharma', 'R.K.Sharma', 'r.k sharma'],
  ['Sri Lakshmi', 'Lakshmi', 'Dr. Sri Lakshmi'],
  ['Capt Rao', 'Rao'],
  ['Anna-Maria', 'Anna Maria', 'Maria Anna'],
  ['Łukasz Øster', 'Lukasz Oster'],
  ['Æsa', 'Aesa'],
  ['ज़ोया', 'जोया'],
  ['चाँद', 'चांद'],
  ['গাঁধি', 'গাংধি'],
  ['علي', 'علی'],
  ['Bed ५', 'Bed 5'],
];

/** Different people that a search distinguishes too, each line. */
export const foundApart: readonly (readonly string[])[] = [
  ['Meera', 'Mira', 'Meera Joshi', 'MeeraJoshi'],
  ['Meera', 'Baby of Meera'],
  ['Drona', 'Rona', 'Mristi', 'Isti', 'श्रीनिवास', 'निवास', 'திருமலை', 'மலை'],
  ['Dr.', 'Mr', 'Baby', 'Sri'],
  ['मीरा', 'मरा', 'मिरा'],
  ['...', '---', "'"],
];
