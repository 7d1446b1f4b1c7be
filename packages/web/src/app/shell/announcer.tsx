import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Unseen } from '../../ui/index.ts';

/** Says the name of a screen to those who hear the page, as a browser would after loading a document. */
export function Announcer() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged }) => {
        if (pathChanged) setTitle(document.title);
      }),
    [router],
  );
  return (
    <Unseen>
      <span role="status" aria-live="polite">
        {title}
      </span>
    </Unseen>
  );
}
