// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withParts } from '../landing/include-parts.ts';
import { pages } from '../landing/pages.ts';
import { sceneQuery } from '../landing/scene-query.ts';

const folder = join(import.meta.dirname, '..', 'landing');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

describe.each(Object.entries(pages))('%s', (file, { path, title }) => {
  const html = withParts(read(file), file);

  it('has its own words in the head, and the small print and the sign-in on every page', () => {
    expect(html).toContain(`<title>${title}</title>`);
    expect(html).toContain(`<link rel="canonical" href="{{site}}${path}" />`);
    for (const target of ['/privacy-policy', '/terms', '/login', '/get-started'])
      expect(html).toContain(`href="${target}"`);
    expect(html).toContain('{{contact}}');
    expect(html).not.toMatch(/%\w+%|<!--part:/);
  });

  it('needs no script or style that the content security policy would refuse', () => {
    expect(html).not.toMatch(/<script(?![^>]*(?:src=|ld\+json))|<style|\sstyle=|\son\w+=/);
  });
});

it('leads to the sections of the first page from every page', () => {
  expect(withParts(read('index.html'), 'index.html')).toContain('href="#features-cards"');
  expect(withParts(read('terms.html'), 'terms.html')).toContain('href="/#features-cards"');
});

it('rejects a page without a text of its own', () => {
  expect(() => withParts('<!--part:head-->', 'other.html')).toThrow('other.html');
});

it('says on the first page and in the terms that a new business has room for its first 30 days [P-3.37]', () => {
  const plain = (file: string) => read(file).replaceAll(/\s+/g, ' ');
  expect(plain('index.html')).toContain('Your first 30 days have the room of the largest plan');
  expect(plain('terms.html')).toContain('A new business has the limit of the largest plan for 30 days.');
});

it('reserves space for the scene on pages with the scene', () => {
  expect(read('hero.css')).toContain(`@media ${sceneQuery} {`);
});

it('loads no picture before it is near: those of the scene only when the scene shows them [P-3.2]', () => {
  const images = read('index.html').match(/<img\b[^>]*>/g) ?? [];
  expect(images.length).toBeGreaterThan(5);
  expect(images.filter((image) => !image.includes('loading="lazy"'))).toEqual([]);
  expect(read('hero.css')).toMatch(/\.hero-product \{[^}]*display: none;/);
  expect(read('hero.css')).toContain('&.playing .hero-product');
});

it('shows pictures that are there, each in light and dark, of at most 60 kB [P-3.2]', () => {
  const named = [...read('index.html').matchAll(/pictures\/([\w-]+)-(light|dark)\.webp/g)].map(
    ([, name]) => name ?? '',
  );
  for (const name of ['queue', 'queue-phone', 'schedule', 'schedule-phone', 'clinic'])
    expect(named).toContain(name);
  for (const name of new Set(named)) {
    for (const scheme of ['light', 'dark']) {
      const file = join('pictures', `${name}-${scheme}.webp`);
      expect(existsSync(join(folder, file)), file).toBe(true);
      expect(readFileSync(join(folder, file)).length, file).toBeLessThan(60_000);
    }
  }
});
