import { Button } from '@mantine/core';
import type { Inspected, Where } from '@sightglass/replay';
import type { StoredRecord } from '@sightglass/wire';
import {
  IconArrowLeft,
  IconArrowRight,
  IconClick,
  IconCornerLeftUp,
  IconCornerRightDown,
  IconGhost,
  IconX,
} from '@tabler/icons-react';
import { Fragment, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { Badge, CopyButton, Empty, IconButton, Loading, useShortcuts, writeClock } from '../../ui/index.ts';
import { actionsOn, areSure } from './element-actions.ts';
import styles from './element-panel.module.css';
import listStyles from './event-list.module.css';
import rowStyles from './moment-row.module.css';
import panelStyles from './panels.module.css';
import { useClock, useInspecting, usePlayer } from './player.tsx';
import { writePixels, writeSize } from './pointing.tsx';

/** What stands on the page at the moment that is seen: one element of it, the way to those around it, and what was done with it. */
export function ElementPanel({ selector, records }: { selector: string | null; records: readonly StoredRecord[] }) {
  const { recording, loading, say } = usePlayer();
  const { inspector, chosen, isKnown, canLook } = useInspecting();
  useEffect(() => inspector.keep(selector), [inspector, selector]);
  useEffect(() => () => inspector.point(null), [inspector]);
  const go = async (where: Where): Promise<void> => {
    const found = await inspector.choose(where);
    if (found) say({ element: found.selector });
  };
  const from = (step: Partial<Where>): void => {
    if (selector !== null) void go({ selector, ...step });
  };
  useShortcuts('Element', [
    { keys: 'alt+arrowup', says: 'To what the element stands in', run: () => from({ up: 1 }) },
    { keys: 'alt+arrowdown', says: 'To the first in it', run: () => from({ inside: 0 }) },
  ]);
  if (recording.pages.length === 0 && loading.state !== 'loading')
    return (
      <Empty title="There is no page to look at">
        <p>No replay of this session is kept.</p>
      </Empty>
    );
  if (selector === null)
    return (
      <Empty
        title="Point at the page"
        icon={<IconClick stroke={1.6} aria-hidden />}
        actions={
          <Button disabled={!canLook} onClick={() => void go({ selector: 'body' })}>
            Begin at the body
          </Button>
        }
      >
        <p>Press an element to see what it was at this moment, as it was recorded, and what was done with it.</p>
      </Empty>
    );
  if (chosen) return <Element found={chosen} records={records} onStep={from} />;
  if (!canLook || !isKnown) return <Loading label="Looking for the element" />;
  return (
    <Empty
      title="It is not on the page at this moment"
      icon={<IconGhost stroke={1.6} aria-hidden />}
      actions={<Button onClick={() => say({ element: null })}>Let go of it</Button>}
    >
      <p className={styles.selector}>
        <code>{selector}</code>
      </p>
    </Empty>
  );
}

type Step = (step: { up?: number; inside?: number; beside?: -1 | 1 }) => void;

function Element({ found, records, onStep }: { found: Inspected; records: readonly StoredRecord[]; onStep: Step }) {
  const { say } = usePlayer();
  const heading = useRef<HTMLHeadingElement>(null);
  const { label, above, inside, more, place, selector, attributes, style } = found;
  // What was pressed is gone by then.
  const stepAway: Step = (step) => {
    heading.current?.focus();
    onStep(step);
  };
  return (
    <div className={styles.element}>
      <header className={styles.head}>
        <h2 ref={heading} tabIndex={-1}>
          {label}
        </h2>
        <IconButton label="To what it stands in" disabled={above.length === 0} onClick={() => onStep({ up: 1 })}>
          <IconCornerLeftUp size="1.1rem" stroke={1.6} aria-hidden />
        </IconButton>
        <IconButton label="To the one before it" disabled={place.number < 2} onClick={() => onStep({ beside: -1 })}>
          <IconArrowLeft size="1.1rem" stroke={1.6} aria-hidden />
        </IconButton>
        <IconButton
          label="To the one after it"
          disabled={place.number >= place.of}
          onClick={() => onStep({ beside: 1 })}
        >
          <IconArrowRight size="1.1rem" stroke={1.6} aria-hidden />
        </IconButton>
        <IconButton label="To the first in it" disabled={inside.length === 0} onClick={() => onStep({ inside: 0 })}>
          <IconCornerRightDown size="1.1rem" stroke={1.6} aria-hidden />
        </IconButton>
        <IconButton label="Let go of it" onClick={() => say({ element: null })}>
          <IconX size="1.1rem" stroke={1.6} aria-hidden />
        </IconButton>
      </header>
      <nav className={styles.crumbs} aria-label="What it stands in">
        {above.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same may stand in the same
          <Fragment key={index}>
            <button type="button" onClick={() => stepAway({ up: above.length - index })}>
              {one}
            </button>
            <span aria-hidden> › </span>
          </Fragment>
        ))}
        <b aria-current="true">{label}</b>
      </nav>
      <Facts found={found} />
      <div className={styles.taken}>
        <code>{selector}</code>
        <CopyButton text={selector} label="Copy the selector" />
      </div>
      <Part title="Actions on it">
        <Actions found={found} records={records} />
      </Part>
      <Part title="Attributes">
        {attributes.length === 0 ? <p className={styles.none}>None</p> : <Pairs pairs={attributes} />}
        {more.attributes > 0 && <p className={styles.none}>and {more.attributes} more</p>}
        <p className={styles.none}>
          As they were recorded: handlers are not, and of addresses neither queries nor ids.
        </p>
      </Part>
      <Part title="In it" count={inside.length + more.inside}>
        {inside.length === 0 && <p className={styles.none}>No elements</p>}
        <ol className={styles.inside}>
          {inside.map(([one, text], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same may stand there twice
            <li key={index}>
              <button type="button" onClick={() => stepAway({ inside: index })}>
                {one}
              </button>{' '}
              <span>{text}</span>
            </li>
          ))}
        </ol>
        {more.inside > 0 && <p className={styles.none}>and {more.inside} more</p>}
      </Part>
      <details className={styles.part}>
        <summary>Styles, as they come out here</summary>
        <Pairs pairs={style} />
      </details>
    </div>
  );
}

const saysOf: Record<Inspected['states'][number], string> = {
  pointer: 'pointer over it',
  pressed: 'pressed',
  focus: 'has the focus',
  checked: 'checked',
  selected: 'selected',
  disabled: 'disabled',
  open: 'open',
};

const nameless = <span className={styles.none}>none of its own</span>;

function Facts({ found: { role, name, text, box, states, place } }: { found: Inspected }) {
  const facts: [string, ReactNode][] = [
    ['Role', role],
    ['Name', name === '' ? nameless : name],
    ...(text !== '' && text !== name ? ([['Text', text]] as [string, string][]) : []),
    ['Box', `${writeSize(box)} at ${writePixels(box.x)}, ${writePixels(box.y)}`],
    ['Place', `${place.number} of ${place.of}`],
  ];
  return (
    <>
      <dl className={panelStyles.pairs}>
        {facts.map(([fact, value]) => (
          <div key={fact}>
            <dt>{fact}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {states.length > 0 && (
        <p className={styles.states}>
          {states.map((state) => (
            <Badge key={state} tone="accent">
              {saysOf[state]}
            </Badge>
          ))}
        </p>
      )}
    </>
  );
}

function Part({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>
        {title} {count !== undefined && count > 0 && <span>{count}</span>}
      </h3>
      {children}
    </section>
  );
}

function Pairs({ pairs }: { pairs: Inspected['attributes'] }) {
  return (
    <dl className={styles.code}>
      {pairs.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Actions({ found, records }: { found: Inspected; records: readonly StoredRecord[] }) {
  const { clock, span } = usePlayer();
  const at = useClock((state) => state.at);
  const actions = useMemo(() => actionsOn(found, records), [found, records]);
  const { is, role } = found.control;
  if (actions === null) return <p className={styles.none}>This session’s SDK does not say what actions were on.</p>;
  if (actions.length === 0) return <p className={styles.none}>None in this session</p>;
  const current = actions.findLast((one) => one.at <= at);
  return (
    <>
      {!areSure(found, actions) && (
        <p className={styles.none}>
          Some may have been on another like it: actions are told by role, path and name, of which names may be hidden,
          and classes in paths may change.
        </p>
      )}
      {is !== 'itself' && (
        <p className={styles.none}>
          On the {role} that it {is === 'around' ? 'stands in' : 'is a label of'}:
        </p>
      )}
      <ol>
        {actions.map((action) => (
          <li key={action.key}>
            <button
              type="button"
              className={`${rowStyles.row} ${panelStyles.line}`}
              aria-current={action === current || undefined}
              data-tone={action.record.frustrations.length > 0 ? 'warning' : undefined}
              onClick={() => clock.seek(action.at)}
            >
              <span className={listStyles.time}>{writeClock(Math.max(0, action.at - span.from))}</span>
              <span>
                <strong>{action.record.type}</strong>{' '}
                {action.record.frustrations.map((one) => `${one} click`).join(', ')}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
