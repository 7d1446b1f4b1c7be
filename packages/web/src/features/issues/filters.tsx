import type { IssueSort } from '@sightglass/wire';
import { useQuery } from '@tanstack/react-query';
import { Choice, ChoiceMenu } from '../../ui/index.ts';
import styles from './page.module.css';
import { membersQuery } from './queries.ts';
import type { IssuesSearch } from './search.ts';

const kinds = { error: 'Errors', call: 'Failed calls', '': 'Errors and calls' } as const;
const sorts: Record<IssueSort, string> = {
  people: 'Most people',
  times: 'Most often',
  last: 'Last seen',
  first: 'Newest',
};

/** What kind, whose, and in which order. */
export function Filters({
  project,
  search,
  onChange,
}: {
  project: string;
  search: IssuesSearch;
  onChange: (next: Partial<IssuesSearch>) => void;
}) {
  const { data } = useQuery(membersQuery(project));
  const members = (data?.members ?? []).filter(({ joined }) => joined);
  const named = members.find(({ id }) => id === search.assignee);
  const fixed: Record<string, string> = { '': 'Anybody’s', me: 'Mine', nobody: 'Nobody’s' };
  return (
    <div className={styles.filters}>
      <ChoiceMenu about="What" chosen={kinds[search.kind]} active={search.kind !== 'error'}>
        {Object.entries(kinds).map(([kind, name]) => (
          <Choice
            key={kind}
            chosen={kind === search.kind}
            onChoose={() => onChange({ kind: kind as IssuesSearch['kind'] })} // a key of the table above
          >
            {name}
          </Choice>
        ))}
      </ChoiceMenu>
      <ChoiceMenu
        about="Assigned to"
        chosen={fixed[search.assignee] ?? named?.name ?? named?.email ?? 'Somebody’s'}
        active={search.assignee !== ''}
      >
        {[...Object.entries(fixed), ...members.map(({ id, name, email }): [string, string] => [id, name || email])].map(
          ([id, name]) => (
            <Choice key={id} chosen={id === search.assignee} onChoose={() => onChange({ assignee: id })}>
              {name}
            </Choice>
          ),
        )}
      </ChoiceMenu>
      <ChoiceMenu about="In the order of" chosen={sorts[search.sort]} active={search.sort !== 'people'}>
        {Object.entries(sorts).map(([sort, name]) => (
          <Choice
            key={sort}
            chosen={sort === search.sort}
            onChoose={() => onChange({ sort: sort as IssueSort })} // a key of the table above
          >
            {name}
          </Choice>
        ))}
      </ChoiceMenu>
    </div>
  );
}
