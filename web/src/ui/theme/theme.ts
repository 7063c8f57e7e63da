import {
  createTheme,
  type CSSVariablesResolver,
  type MantineTheme,
  type MantineThemeOverride,
} from '@mantine/core';
import { blue, grass, green, marigold, night, red, sand, teal } from './colors.ts';

const family = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

/**
 * Converts pixels at the default text size to rem, so that font sizes scale with the browser's text
 * size.
 */
const size = (pixels: number) => `${pixels / 16}rem`;

/** Returns the theme of Samay. A turf changes its primary colour only. */
export function getTheme(businessType: 'doctor' | 'turf' | null): MantineThemeOverride {
  return createTheme({
    primaryColor: 'brand',
    primaryShade: { light: 7, dark: 7 },
    colors: {
      brand: businessType === 'turf' ? grass : teal,
      gray: sand,
      dark: night,
      marigold,
      yellow: marigold,
      blue,
      green,
      red,
    },
    black: '#18212b',
    white: '#ffffff',
    fontFamily: family,
    fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Roboto Mono', Menlo, monospace",
    fontSizes: { xs: size(12), sm: size(14), md: size(16), lg: size(16), xl: size(24) },
    lineHeights: { xs: size(16), sm: size(20), md: size(24), lg: size(24), xl: size(32) },
    fontWeights: { regular: '400', medium: '600', bold: '600' },
    headings: {
      fontFamily: family,
      fontWeight: '600',
      sizes: {
        h1: { fontSize: size(24), lineHeight: size(32) },
        h2: { fontSize: size(16), lineHeight: size(24) },
        h3: { fontSize: size(14), lineHeight: size(20) },
        h4: { fontSize: size(14), lineHeight: size(20) },
        h5: { fontSize: size(12), lineHeight: size(16) },
        h6: { fontSize: size(12), lineHeight: size(16) },
      },
    },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      InputWrapper: { styles: { label: { fontSize: size(14), lineHeight: size(20), marginBottom: '4px' } } },
    },
    shadows: {
      xs: '0 1px 2px rgb(31 28 25 / 6%)',
      sm: '0 1px 3px rgb(31 28 25 / 8%)',
      md: '0 4px 16px rgb(31 28 25 / 10%)',
      lg: '0 12px 32px rgb(31 28 25 / 14%)',
      xl: '0 24px 48px rgb(31 28 25 / 18%)',
    },
  });
}

/**
 * Overrides Mantine's default shade if it is too faint to read, or too bright in the dark scheme.
 */
export const cssVariables: CSSVariablesResolver = (theme) => ({
  variables: {},
  light: {
    '--mantine-color-body': theme.colors.gray[0],
    '--mantine-color-placeholder': theme.colors.gray[6],
    '--mantine-color-error': theme.colors.red[7],
    '--mantine-color-default-border': theme.colors.gray[4],
    ...tints(theme, (shades) => ({ background: shades[1], hover: shades[2], text: shades[8] })),
    '--samay-surface': theme.white,
    '--samay-focus': theme.colors.brand?.[7] ?? theme.black,
    '--samay-line': theme.colors.gray[2],
  },
  dark: {
    '--mantine-color-placeholder': theme.colors.dark[2],
    '--mantine-color-error': theme.colors.red[3],
    '--mantine-color-default-color': theme.colors.dark[0],
    // A loading button keeps its outline on a card.
    '--mantine-color-disabled': theme.colors.dark[5],
    '--mantine-color-anchor': theme.colors.brand?.[3] ?? theme.white,
    ...tints(theme, (shades) => ({
      background: mix(shades[4], theme.colors.dark[6], 0.18),
      hover: mix(shades[4], theme.colors.dark[6], 0.26),
      text: shades[3],
    })),
    '--samay-surface': theme.colors.dark[6],
    '--samay-focus': theme.colors.brand?.[4] ?? theme.white,
    '--samay-line': theme.colors.dark[5],
  },
});

type Shades = MantineTheme['colors'][string];
const tinted = ['brand', 'blue', 'green', 'red', 'marigold', 'yellow', 'gray'];

/**
 * Returns the colours of text on a tint of the same colour: selected items, warnings, quiet
 * buttons.
 */
function tints(
  theme: MantineTheme,
  of: (shades: Shades) => { background: string; hover: string; text: string },
): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const name of tinted) {
    const shades = theme.colors[name];
    if (!shades) continue;
    const { background, hover, text } = of(shades);
    variables[`--mantine-color-${name}-light`] = background;
    variables[`--mantine-color-${name}-light-hover`] = hover;
    variables[`--mantine-color-${name}-light-color`] = text;
  }
  return variables;
}

/**
 * Mixes a colour into a surface: in the dark scheme a tint is the surface with a little colour, not
 * a deep colour.
 */
function mix(colour: string, over: string, part: number): string {
  const at = (hex: string, place: number) => Number.parseInt(hex.slice(place, place + 2), 16);
  return `#${[1, 3, 5]
    .map((place) => Math.round(at(colour, place) * part + at(over, place) * (1 - part)))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}
