import { Highlight } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Keys } from '../../ui/controls/keys.tsx';
import type { Choice, ChoiceGroup } from './choices.ts';
import classes from './choices-list.module.css';

interface ChoicesListProps {
  id: string;
  groups: readonly ChoiceGroup[];
  active: Choice | undefined;
  /** The typed words, which are highlighted. */
  words: string;
  onChoose: (choice: Choice) => void;
}

/** Returns the element id of an option, for `aria-activedescendant`. */
export function optionId(listId: string, { id }: Choice): string {
  return `${listId}-${id}`;
}

/**
 * Renders the options by group. The focus stays in the field; the active option is scrolled into
 * view.
 */
export function ChoicesList({ id, groups, active, words, onChoose }: ChoicesListProps) {
  const list = useRef<HTMLDivElement>(null);
  const activeOption = active && optionId(id, active);
  useEffect(() => {
    if (activeOption)
      list.current?.querySelector(`#${CSS.escape(activeOption)}`)?.scrollIntoView({ block: 'nearest' });
  }, [activeOption]);
  return (
    <div id={id} ref={list} role="listbox" aria-label="Results" className={classes.list}>
      {groups.map(({ name, choices }) => (
        <div key={name} role="group" aria-label={name}>
          <p aria-hidden className={classes.group}>
            {name}
          </p>
          {choices.map((choice) => (
            <Option
              key={choice.id}
              id={optionId(id, choice)}
              choice={choice}
              isActive={choice === active}
              words={words}
              onChoose={onChoose}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  choice: Choice;
  isActive: boolean;
  words: string;
  onChoose: (choice: Choice) => void;
}

function Option({ id, choice, isActive, words, onChoose }: OptionProps) {
  const { label, hint, keys, icon: ChoiceIcon } = choice;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes.option}
      onClick={() => onChoose(choice)}
    >
      <ChoiceIcon size={18} stroke={1.75} aria-hidden className={classes.sign} />
      <span className={classes.text} title={label}>
        <Marked text={label} words={words} className={classes.label} />
        {hint !== undefined && <Marked text={hint} words={words} className={classes.hint} />}
      </span>
      {keys !== undefined && (
        <span className={classes.keys}>
          <Keys keys={keys} />
        </span>
      )}
    </div>
  );
}

function Marked({ text, words, className }: { text: string; words: string; className: string | undefined }) {
  return (
    <Highlight
      component="span"
      highlight={words.trim().split(/\s+/)}
      highlightStyles={mark}
      className={className ?? ''}
    >
      {text}
    </Highlight>
  );
}

const mark = {
  background: 'none',
  color: 'light-dark(var(--mantine-primary-color-7), var(--mantine-primary-color-3))',
  fontWeight: 600,
};
