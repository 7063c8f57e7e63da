import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultCssVariablesResolver, mergeMantineTheme, DEFAULT_THEME } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { cssVariables, getTheme } from './theme.ts';

/** WCAG 2.2, 1.4.3: the contrast of texts with their backgrounds. */
const pairs = [
  ['--mantine-color-text', '--mantine-color-body'],
  ['--mantine-color-text', '--samay-surface'],
  ['--mantine-color-dimmed', '--mantine-color-body'],
  ['--mantine-color-dimmed', '--samay-surface'],
  ['--mantine-color-placeholder', '--samay-surface'],
  ['--mantine-color-error', '--samay-surface'],
  ['--mantine-color-anchor', '--mantine-color-body'],
  ['--mantine-color-anchor', '--samay-surface'],
  ['--mantine-color-white', '--mantine-color-brand-filled'],
  ['--mantine-color-white', '--mantine-color-brand-filled-hover'],
  ['--mantine-color-white', '--mantine-color-red-filled'],
  // The tint of what is selected or has just appeared.
  ...['text', 'dimmed', 'anchor', 'error'].map((color) => [
    `--mantine-color-${color}`,
    '--mantine-color-brand-light',
  ]),
  ...['brand', 'blue', 'green', 'red', 'marigold', 'gray'].map((color) => [
    `--mantine-color-${color}-light-color`,
    `--mantine-color-${color}-light`,
  ]),
] as [string, string][];

/**
 * The chart colours of both schemes. They are in the style sheet, because only charts need them.
 */
const plots = [
  ...readFileSync(join(import.meta.dirname, 'styles.css'), 'utf8').matchAll(
    /(--samay-plot[a-z-]*): light-dark\(var\(([a-z0-9-]+)\), var\(([a-z0-9-]+)\)\)/g,
  ),
].map(([, ...names]) => names as [string, string, string]);

it('finds the colours of plots [P-10.26]', () => expect(plots).toHaveLength(4));

describe.each(['doctor', 'turf'] as const)('%s', (type) => {
  describe.each(['light', 'dark'] as const)('%s', (scheme) => {
    it.each(pairs)('%s on %s can be read [P-16.37]', (text, background) => {
      const variables = readVariables(type, scheme);
      expect(contrast(readColour(text, variables), readColour(background, variables))).toBeGreaterThanOrEqual(
        4.5,
      );
    });

    it.each(plots)('graphics in %s are visible on a card [P-10.26]', (_plot, light, dark) => {
      const variables = readVariables(type, scheme);
      // WCAG 2.2, 1.4.11
      expect(
        contrast(
          readColour(scheme === 'light' ? light : dark, variables),
          readColour('--samay-surface', variables),
        ),
      ).toBeGreaterThanOrEqual(3);
    });

    it.each(['--mantine-color-body', '--samay-surface'])(
      'the ring of the focus is seen on %s [P-16.37]',
      (background) => {
        const variables = readVariables(type, scheme);
        // WCAG 2.2, 1.4.11
        expect(
          contrast(readColour('--samay-focus', variables), readColour(background, variables)),
        ).toBeGreaterThanOrEqual(3);
      },
    );
  });
});

function readVariables(type: 'doctor' | 'turf', scheme: 'light' | 'dark'): Record<string, string> {
  const theme = mergeMantineTheme(DEFAULT_THEME, getTheme(type));
  const [base, own] = [defaultCssVariablesResolver(theme), cssVariables(theme)];
  return { ...base.variables, ...own.variables, ...base[scheme], ...own[scheme] };
}

function readColour(name: string, variables: Record<string, string>): [number, number, number] {
  const value = variables[name] ?? '';
  const other = /^var\((.*)\)$/.exec(value)?.[1];
  if (other) return readColour(other, variables);
  const hex = value.length === 4 ? value.replaceAll(/[0-9a-f]/g, '$&$&') : value;
  const parts = /^#(..)(..)(..)$/.exec(hex);
  if (parts) return [1, 2, 3].map((at) => Number.parseInt(parts[at] ?? '', 16)) as [number, number, number];
  const numbers = value.match(/[\d.]+/g)?.map(Number) ?? [];
  if (numbers.length < 3) throw new Error(`${name} is no colour: ${value}`);
  return numbers.slice(0, 3) as [number, number, number];
}

function contrast(one: [number, number, number], two: [number, number, number]): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(two)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: [number, number, number]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
