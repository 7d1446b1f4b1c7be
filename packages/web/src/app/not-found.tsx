import { Link } from '@tanstack/react-router';
import { Empty, Page } from '../ui/index.ts';

/** An address that leads nowhere. */
export function NotFound() {
  return (
    <Page title="Not found">
      <Empty heading="h1" title="There is nothing at this address" actions={<Link to="/">Go to your project</Link>}>
        <p>It may have been deleted, or the link was cut short on its way to you.</p>
      </Empty>
    </Page>
  );
}
