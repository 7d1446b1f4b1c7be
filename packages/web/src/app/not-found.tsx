import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { meQuery } from '../client/index.ts';
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

/** Of a project that is another's nobody is told whether there is one. A link from a colleague leads here until one is a member. */
export function NoProject() {
  const { data } = useQuery(meQuery);
  const email = data?.member?.email;
  return (
    <Page title="Not found">
      <Empty
        heading="h1"
        title="There is nothing at this address for you"
        actions={<Link to="/">Go to your project</Link>}
      >
        <p>
          The project was removed, or you are no member of it. Ask whoever sent you the link: an admin makes you one
          under Settings → Members{email !== undefined && `, as ${email}`}.
        </p>
      </Empty>
    </Page>
  );
}
