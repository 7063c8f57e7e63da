import { useLocalStorage } from '@mantine/hooks';

export const paperSizes = [
  { value: 'a5', name: 'A5' },
  { value: 'roll', name: '80 mm roll' },
] as const;
export type PaperSize = (typeof paperSizes)[number]['value'];

/** Returns the size on which this device prints papers, and a function that changes it. */
export function usePaperSize(): readonly [size: PaperSize, change: (size: PaperSize) => void] {
  const [kept, keep] = useLocalStorage<PaperSize>({
    key: 'samay-paper-size',
    defaultValue: 'a5',
    getInitialValueInEffect: false,
  });
  return [kept === 'roll' ? 'roll' : 'a5', keep];
}
