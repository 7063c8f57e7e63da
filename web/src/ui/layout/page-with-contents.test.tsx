import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderUi } from '../../../test/render-ui.tsx';
import { PageWithContents } from './page-with-contents.tsx';
import { SectionCard } from './section-card.tsx';

function Page({ names }: { names: string[] }) {
  return (
    <PageWithContents>
      {names.map((name) => (
        <SectionCard key={name} title={name}>
          {name} is here.
        </SectionCard>
      ))}
    </PageWithContents>
  );
}

const named = () => within(screen.getByRole('navigation', { name: 'On this page', hidden: true }));

it('lists its sections, also those that are added later', async () => {
  const { change } = renderUi(<Page names={['Profile', 'Plan']} />);
  expect(
    named()
      .getAllByRole('button', { hidden: true })
      .map(({ textContent }) => textContent),
  ).toEqual(['Profile', 'Plan']);
  change(<Page names={['Profile', 'Business', 'Plan']} />);
  expect(await named().findByRole('button', { name: 'Business', hidden: true })).toBeTruthy();
});

it('scrolls to a section, and moves the focus there', async () => {
  const { user } = renderUi(<Page names={['Profile', 'Plan']} />);
  await user.click(named().getByRole('button', { name: 'Plan', hidden: true }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Plan' }));
});
