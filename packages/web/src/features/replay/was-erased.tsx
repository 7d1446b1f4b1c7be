import { IconEraser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Empty } from '../../ui/index.ts';

/** In the place of a session that was erased, also while somebody watches it. */
export function WasErased({ wayOut }: { wayOut: ReactNode }) {
  return (
    <Empty
      title="This session was erased"
      heading="h1"
      icon={<IconEraser size="1.5rem" stroke={1.5} aria-hidden />}
      actions={wayOut}
    >
      <p>
        Nothing of it is left here, and nothing more of it is taken. What the person does in a new session is recorded.
      </p>
    </Empty>
  );
}
