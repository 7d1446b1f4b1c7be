import type { Issues, KeptIssue } from '@sightglass/store';

/** Issues were merged into others that were merged themselves; nobody does so for ever. */
const maxSteps = 20;

/** An issue by its id, by the id of one that is a part of it now, or by a fingerprint of it. */
export async function findIssue(issues: Issues, project: string, id: string): Promise<KeptIssue | undefined> {
  return (await wayTo(issues, project, id)).at(-1);
}

/** Issues that this one was a part of by and by, the one that it is a part of now last; none: there is no such issue. */
export async function wayTo(issues: Issues, project: string, id: string): Promise<KeptIssue[]> {
  const way: KeptIssue[] = [];
  let next = (await issues.find(project, id)) ?? (await ofFingerprint(issues, project, id));
  while (next !== undefined && way.length <= maxSteps) {
    way.push(next);
    next = next.mergedInto === null ? undefined : await issues.find(project, next.mergedInto);
  }
  return way;
}

async function ofFingerprint(issues: Issues, project: string, fingerprint: string): Promise<KeptIssue | undefined> {
  const issue = await issues.issueOfFingerprint(project, fingerprint);
  return issue === undefined ? undefined : issues.find(project, issue);
}
