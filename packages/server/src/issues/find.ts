import type { Issues, KeptIssue } from '@sightglass/store';

/** Issues were merged into others that were merged themselves; nobody does so for ever. */
const maxSteps = 20;

/** An issue by its id, by the id of one that is a part of it now, or by a fingerprint of it. */
export async function findIssue(issues: Issues, project: string, id: string): Promise<KeptIssue | undefined> {
  let found = await issues.find(project, id);
  if (found === undefined) {
    const issue = await issues.issueOfFingerprint(project, id);
    found = issue === undefined ? undefined : await issues.find(project, issue);
  }
  for (let step = 0; found !== undefined && found.mergedInto !== null && step < maxSteps; step += 1)
    found = (await issues.find(project, found.mergedInto)) ?? found;
  return found;
}
