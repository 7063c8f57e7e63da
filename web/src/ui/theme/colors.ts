import type { MantineColorsTuple } from '@mantine/core';

/** Warm neutral colours, from the background (0) to the text (9). */
export const sand: MantineColorsTuple = [
  '#faf9f7',
  '#f3f1ee',
  '#e9e6e1',
  '#dcd8d1',
  '#c6c0b7',
  '#8f887d',
  '#67615a',
  '#514c46',
  '#38342f',
  '#1f1c19',
];

/**
 * The neutral colours of the dark scheme, from the text (0) to the deepest shade (9). Raised
 * surfaces are lighter than the background (7).
 */
export const night: MantineColorsTuple = [
  '#e8e5e0',
  '#cdc8c0',
  '#aaa499',
  '#8d877d',
  '#45413b',
  '#36332e',
  '#24221f',
  '#171614',
  '#121110',
  '#0c0b0a',
];

export const teal: MantineColorsTuple = [
  '#effaf8',
  '#d3f1ec',
  '#a9e2da',
  '#78cec4',
  '#4db3a9',
  '#2b968d',
  '#158379',
  '#0f766e',
  '#0d5f59',
  '#0c4b47',
];

export const grass: MantineColorsTuple = [
  '#f1f9ef',
  '#dbf0d6',
  '#b8e0af',
  '#8dca81',
  '#66b159',
  '#46963a',
  '#33822a',
  '#2a7322',
  '#235c1d',
  '#1c491a',
];

/** The colour of attention, used for nothing else. */
export const marigold: MantineColorsTuple = [
  '#fff9eb',
  '#fdefcf',
  '#fbdf9f',
  '#f9cb66',
  '#f7b733',
  '#f59e0b',
  '#d98206',
  '#a96104',
  '#824d00',
  '#5e3800',
];

export const blue: MantineColorsTuple = [
  '#f0f6fd',
  '#e0ecfa',
  '#bfd8f4',
  '#95bdec',
  '#6a9fe0',
  '#457fcc',
  '#2f68b4',
  '#24589c',
  '#1d4e89',
  '#173c69',
];

export const green: MantineColorsTuple = [
  '#effaf3',
  '#dcf2e4',
  '#b7e3c7',
  '#88cda2',
  '#5cb37e',
  '#3a9760',
  '#277f4c',
  '#1f6f41',
  '#1b6539',
  '#144a2a',
];

export const red: MantineColorsTuple = [
  '#fdf3f2',
  '#fae3e1',
  '#f4c3bf',
  '#ec9a94',
  '#e07069',
  '#cf4a42',
  '#bd342c',
  '#a82a23',
  '#8d221d',
  '#6b1a16',
];
