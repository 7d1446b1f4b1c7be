import type { Column } from '../../ui/index.ts';
import { TimeAgo } from '../../ui/index.ts';
import styles from './forms.module.css';

interface Since {
  createdAt: number;
  /** `null`: nothing ever came with it. */
  lastUsedAt: number | null;
}

/** When a key or a token was made. */
export const madeColumn: Column<Since> = {
  id: 'made',
  head: 'Made',
  width: '9rem',
  from: 'medium',
  toldBelow: true,
  cell: ({ createdAt }) => <TimeAgo at={createdAt} />,
};

/** And when something last came with it. */
export const usedColumn: Column<Since> = {
  id: 'used',
  head: 'Last used',
  width: '9rem',
  from: 'medium',
  toldBelow: true,
  cell: ({ lastUsedAt }) =>
    lastUsedAt === null ? <span className={styles.quiet}>never</span> : <TimeAgo at={lastUsedAt} />,
};
