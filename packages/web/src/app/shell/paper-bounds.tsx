import { useProject, useWhere } from '../../client/index.ts';
import { rangeWords } from './range-menu.tsx';
import styles from './shell.module.css';

/** Paper has no bar and no field: what is on it, and what was looked for, stands in a line of its own. */
export function PaperBounds({ search }: { search: string }) {
  const project = useProject();
  const { environment, release, range } = useWhere();
  const bounds = [
    project?.name ?? '',
    environment || 'all environments',
    release === '' ? 'all releases' : `release ${release}`,
    rangeWords(range),
    ...(search === '' ? [] : [`found by: ${search}`]),
  ];
  return <p className={styles.onPaper}>{bounds.join(' · ')}</p>;
}
