import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Door } from './door.tsx';

/** In the place of a form that nobody could send: its link came without its secret. */
export function CutShort({ title }: { title: string }) {
  return (
    <Door
      title={title}
      says="A part of this link is missing. Open all of it, with what follows the # sign."
      onSubmit={() => undefined}
    >
      <Button size="sm" renderRoot={(props) => <Link to="/signin" {...props} />}>
        Sign in instead
      </Button>
    </Door>
  );
}
