import { Stack, TableOfContents } from '@mantine/core';
import { useMutationObserver } from '@mantine/hooks';
import { type ReactNode, useCallback, useId, useRef } from 'react';
import classes from './page-with-contents.module.css';

const everySection = { childList: true, subtree: true };
/** The space in pixels above a section that was scrolled to. */
const topMargin = 24;

/**
 * Renders a long page of sections, with a table of contents on wide screens that marks the current
 * section.
 */
export function PageWithContents({ children }: { children: ReactNode }) {
  const id = useId();
  const refresh = useRef(() => {});
  // Sections appear when they have loaded, and some disappear.
  const watch = useMutationObserver(
    useCallback(() => refresh.current(), []),
    everySection,
  );
  return (
    <div className={classes.page}>
      <Stack gap="md" id={id} ref={watch} className={classes.sections}>
        {children}
      </Stack>
      <TableOfContents
        component="nav"
        aria-label="On this page"
        className={classes.contents}
        classNames={{ control: classes.control }}
        variant="none"
        size="sm"
        radius="md"
        minDepthToOffset={2}
        reinitializeRef={refresh}
        scrollSpyOptions={{ selector: `#${CSS.escape(id)} h2`, offset: topMargin }}
        getControlProps={({ active, data }) => ({
          children: data.value,
          'aria-current': active ? 'location' : undefined,
          onClick: () => leadTo(data.getNode()),
        })}
      />
    </div>
  );
}

/**
 * Scrolls to a section, animated unless the system asks for reduced motion, and moves the keyboard
 * focus there.
 */
function leadTo(heading: HTMLElement): void {
  const section = heading.closest('section') ?? heading;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  section.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth', block: 'start' });
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
