import {
  type AnswerOf,
  changeIssues,
  type IssueChange,
  issue,
  issues,
  mergeIssues,
  splitIssue,
} from '@sightglass/wire';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, describeFailure } from '../../client/index.ts';
import { showFailure } from '../../ui/index.ts';
import { standingAfter } from './model.ts';

type Wish =
  | { do: 'change'; issues: readonly string[]; change: IssueChange }
  | { do: 'merge'; into: string; issues: readonly string[] }
  | { do: 'split'; issue: string; fingerprints: readonly string[] };

/** What members do with issues. `act` resolves with the issue that comes of it, where it is another one. */
export function useChange(project: string): { act: (wish: Wish) => Promise<string | undefined>; busy: boolean } {
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (wish: Wish): Promise<string | undefined> => {
      switch (wish.do) {
        case 'change':
          await client.ask(changeIssues, {
            params: { project },
            body: { issues: [...wish.issues], change: wish.change },
          });
          return undefined;
        case 'merge': {
          const asked = { params: { project, issue: wish.into }, body: { issues: [...wish.issues] } };
          return (await client.ask(mergeIssues, asked)).issue;
        }
        case 'split': {
          const asked = { params: { project, issue: wish.issue }, body: { fingerprints: [...wish.fingerprints] } };
          return (await client.ask(splitIssue, asked)).issue;
        }
      }
    },
    // One after the other: the last decision is the one that stands.
    scope: { id: 'issues' },
    // A decision is seen at once; whatever becomes of it, the server is asked again below.
    onMutate: async (wish) => {
      if (wish.do !== 'change') return;
      await queries.cancelQueries({ queryKey: [issue.name] });
      queries.setQueriesData<AnswerOf<typeof issue>>({ queryKey: [issue.name] }, (shown) =>
        shown && wish.issues.includes(shown.id)
          ? { ...shown, standing: standingAfter(shown.standing, wish.change) }
          : shown,
      );
    },
    onSettled: () => Promise.all([issues, issue].map(({ name }) => queries.invalidateQueries({ queryKey: [name] }))),
    onError: (error) => showFailure(describeFailure(error)),
  });
  return {
    // What went wrong was told above.
    act: (wish) => mutateAsync(wish).catch(() => undefined),
    busy: isPending,
  };
}
