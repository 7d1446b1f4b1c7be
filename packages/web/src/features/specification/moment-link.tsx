import type { ReplayMoment } from '@sightglass/wire';
import type { AnchorHTMLAttributes } from 'react';
import { useReading } from './reading.tsx';

/** Opens the replay at a moment. A plain link, of which a document holds hundreds. */
export function MomentLink({
  moment,
  ...rest
}: { moment: ReplayMoment } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'>) {
  const { hrefOf, watch } = useReading();
  return (
    <a
      {...rest}
      href={hrefOf(moment)}
      onClick={(event) => {
        // With a key held it opens where the browser says: another tab, another window.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
        event.preventDefault();
        watch(moment);
      }}
    />
  );
}
