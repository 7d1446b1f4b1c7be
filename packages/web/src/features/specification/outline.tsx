import { useEffect, useState } from 'react';
import { writeCount } from '../../ui/index.ts';
import type { Chapter } from './model.ts';
import styles from './outline.module.css';

/** The nine points beside the document, with how much each holds; the one that is being read is marked. */
export function Outline({ chapters }: { chapters: readonly Chapter[] }) {
  const current = useChapterInSight(chapters.map(({ slug }) => slug));
  return (
    <nav className={styles.outline} aria-label="The nine points">
      <ol>
        {chapters.map(({ point, slug, title, shown, stated, suspected }) => (
          <li key={slug}>
            <a href={`#${slug}`} aria-current={slug === current ? 'true' : undefined} data-shown={shown}>
              <span className={styles.number}>{point}</span>
              <span className={styles.title}>{title}</span>
              <span className={styles.count}>{shown ? writeCount(stated.length + suspected.length) : '–'}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

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
