import { expect, it } from 'vitest';
import { acceptedFiles, fileSize, prescriptionFault } from './prescription-file.ts';

const wrongType = 'Only .jpg, .jpeg, .png, and .pdf files are allowed';
const tooLarge = 'File size must be less than 10MB';
const limit = 10 * 1024 * 1024;

it.each([
  ['scan.jpg', 100, null],
  ['SCAN.JPEG', 100, null],
  ['scan.final.png', limit, null],
  ['scan.pdf', limit + 1, tooLarge],
  ['scan.gif', 100, wrongType],
  ['scan.pdf.exe', 100, wrongType],
  ['pdf', 100, wrongType],
  ['virus.exe', limit + 1, wrongType],
])('%s of %i bytes: %s [T-5.1]', (name, size, fault) => {
  expect(prescriptionFault({ name, size })).toBe(fault);
});

it('says sizes as people do, in the unit of the limit [P-13.2]', () => {
  expect(fileSize(1)).toBe('1 kB');
  expect(fileSize(820 * 1024)).toBe('820 kB');
  expect(fileSize(1_048_575)).toBe('1 MB');
  expect(fileSize(3_560_000)).toBe('3.4 MB');
  expect(fileSize(limit)).toBe('10 MB');
});

it('sets the accepted types of the file chooser', () => {
  expect(acceptedFiles).toBe('.jpg,.jpeg,.png,.pdf');
});
