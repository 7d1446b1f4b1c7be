import type { Specification } from '@sightglass/wire';
import { IconChevronRight } from '@tabler/icons-react';
import { Badge, Loading, writeCount } from '../../ui/index.ts';
import folded from './folded.module.css';
import styles from './not-whole.module.css';

/** Files of the code that were read in part or not at all, and why: what they say is missing here. */
export function NotWhole({ code }: { code: NonNullable<Specification['code']> }) {
  const { notWhole = [], release } = code;
  if (notWhole.length === 0) return null;
  return (
    <details className={folded.folded} id="not-whole">
      <summary>
        <IconChevronRight size="0.9rem" aria-hidden />
        <h2>Code of {release} that was not read in full</h2>
        <Badge tone="warning">
          {writeCount(notWhole.length)} {notWhole.length === 1 ? 'file' : 'files'}
        </Badge>
      </summary>
      <ul>
        {notWhole.map(({ file, message }) => (
          <li key={`${file} ${message}`} className={folded.item}>
            <p>
              <code>{file}</code>
            </p>
            <p className={styles.why}>{message}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** While there is no session, and the code is still being read. */
export function ReadingCode({ code }: { code: NonNullable<Specification['code']> }) {
  return (
    <>
      <p className={styles.reading}>
        Reading the code of {code.release}: {writeRead(code)}.
      </p>
      <Loading label={`Reading the code of ${code.release}`} lines={12} />
    </>
  );
}

/** How much of the code is read, in words. */
export const writeRead = ({ share = 0 }: NonNullable<Specification['code']>): string =>
  `${Math.floor(share * 100)} % done`;
