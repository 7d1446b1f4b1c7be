import { IconChevronRight } from '@tabler/icons-react';
import { memo, useCallback, useEffect, useMemo, useState } from 'react';
import { writeCount } from '../../ui/index.ts';
import { branchesOf } from './branches.ts';
import type { Chapter } from './model.ts';
import styles from './outline.module.css';
import { useReading } from './reading.tsx';

/** More than this in one branch is looked for by its words. */
const mostBranches = 60;

/** The tree beside the document: the nine points with how much each holds, and what they are made of. The one that is being read is marked. */
export function Outline({ chapters }: { chapters: readonly Chapter[] }) {
  const current = useChapterInSight(chapters.map(({ slug }) => slug));
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map());
  const turn = useCallback(
    (slug: string, open: boolean) => setTurned((before) => new Map([...before, [slug, open]])),
    [],
  );
  return (
    <nav className={styles.outline} aria-label="The nine points">
      <ol>
        {chapters.map((chapter) => {
          const { slug } = chapter;
          // The chapter that is read lies open, unless the reader said otherwise.
          const open = turned.get(slug) ?? slug === current;
          return <Point key={slug} chapter={chapter} current={slug === current} open={open} onTurn={turn} />;
        })}
      </ol>
    </nav>
  );
}

const Point = memo(function Point({
  chapter: { point, slug, title, shown, stated, suspected },
  current,
  open,
  onTurn,
}: {
  chapter: Chapter;
  current: boolean;
  open: boolean;
  onTurn: (slug: string, open: boolean) => void;
}) {
  const { target } = useReading();
  const told = stated.length > 0 ? stated : suspected;
  const branches = useMemo(() => branchesOf(told), [told]);
  return (
    <li>
      <div className={styles.point} data-current={current} data-shown={shown && stated.length + suspected.length > 0}>
        <a href={`#${slug}`} aria-current={current ? 'true' : undefined}>
          <span className={styles.number}>{point}</span>
          <span>{title}</span>
          <span className={styles.count}>{shown ? writeCount(stated.length + suspected.length) : 'not shown'}</span>
        </a>
        {branches.length > 0 && (
          <button
            type="button"
            className={styles.turn}
            aria-expanded={open}
            aria-label={`Parts of ${title}`}
            onClick={() => onTurn(slug, !open)}
          >
            <IconChevronRight size="0.8rem" aria-hidden />
          </button>
        )}
      </div>
      {open && branches.length > 0 && (
        <ol className={styles.branches}>
          {branches.slice(0, mostBranches).map(({ anchor, label, code }) => (
            <li key={anchor}>
              <a
                href={`#${encodeURIComponent(anchor)}`}
                title={label}
                data-code={code || undefined}
                aria-current={target === anchor ? 'true' : undefined}
              >
                {label}
              </a>
            </li>
          ))}
          {branches.length > mostBranches && (
            <li className={styles.rest}>{writeCount(branches.length - mostBranches)} more: filter for them</li>
          )}
        </ol>
      )}
    </li>
  );
});

/** The chapter that the upper third of the window shows. */
function useChapterInSight(slugs: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const all = slugs.join(' ');
  useEffect(() => {
    const inSight = new Set<string>();
    const names = all.split(' ');
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting) inSight.add(target.id);
          else inSight.delete(target.id);
        setCurrent(names.find((name) => inSight.has(name)) ?? null);
      },
      { rootMargin: '-14% 0px -66% 0px' },
    );
    for (const name of names) {
      const section = document.getElementById(name);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [all]);
  return current;
}
