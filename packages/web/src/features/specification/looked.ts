import type { ChangeItem, Evidence, Finding, Specification, SpecificationDiff, Statement } from '@sightglass/wire';
import { writeCount } from '../../ui/index.ts';

/** What stands in the strip beside the document: a statement, a finding or a change, with what bears it out. */
export interface Looked {
  /** As the URL has it. */
  id: string;
  /** What sort of thing it is, where it is no statement of the document. */
  sort: Finding['sort'] | ChangeItem['severity'] | 'not exercised' | null;
  text: string;
  /** Where the document has it. */
  statement: Statement | undefined;
  sides: LookedSide[];
}

/** One witness, or one release. */
export interface LookedSide {
  /** `null`: there is but one side. */
  title: string | null;
  note: string | null;
  evidence: readonly Evidence[];
}

/** No statement's key begins like one of these. */
export const findingId = ({ sort, key }: Pick<Finding, 'sort' | 'key'>): string => `finding ${sort} ${key}`;
export const changeId = ({ change, key }: Pick<ChangeItem, 'change' | 'key'>): string => `change ${change} ${key}`;

/** What an id of the URL means in this specification; `undefined`: nothing that is there. */
export function lookedAt(
  id: string,
  specification: Specification,
  diff: SpecificationDiff | undefined,
): Looked | undefined {
  const finding = specification.code?.findings.find((one) => findingId(one) === id);
  if (finding) return ofFinding(id, finding, specification);
  const change = diff?.items.find((one) => changeId(one) === id);
  if (diff && change) return ofChange(id, change, diff, specification);
  const statement = statementOf(specification, id);
  return (
    statement && {
      ...{ id, sort: null, text: statement.text, statement },
      sides: [{ title: null, note: null, evidence: statement.evidence }],
    }
  );
}

function ofFinding(id: string, { sort, text, key, evidence }: Finding, specification: Specification): Looked {
  const moments = evidence.filter(({ type }) => type === 'moment');
  const places = evidence.filter(({ type }) => type === 'code');
  const release = specification.code?.release ?? '';
  const sides = [
    { title: 'Sessions show', note: null, evidence: moments },
    { title: `The code of ${release} says`, note: null, evidence: places },
  ];
  return {
    ...{ id, sort, text, statement: statementOf(specification, key) },
    sides: sides.filter((side) => side.evidence.length > 0),
  };
}

function ofChange(id: string, item: ChangeItem, diff: SpecificationDiff, specification: Specification): Looked {
  const side = (which: 'from' | 'to'): LookedSide => {
    const { sessions, seen } = item.exposure[which];
    return {
      title: diff[which].release ?? '',
      note:
        item[which] === null
          ? sessions === 0
            ? 'No session had the occasion to show it.'
            : `Not seen in ${inSessions(sessions)} that could have shown it.`
          : `${item[which].text} Seen in ${writeCount(seen)} of ${inSessions(sessions)} that could show it.`,
      evidence: item[which]?.evidence ?? [],
    };
  };
  return {
    ...{ id, text: item.text, statement: statementOf(specification, item.key) },
    sort: item.change === 'not exercised' ? item.change : item.severity,
    sides: [side('from'), side('to')],
  };
}

const inSessions = (count: number): string => `${writeCount(count)} ${count === 1 ? 'session' : 'sessions'}`;

function statementOf({ points }: Specification, key: string): Statement | undefined {
  for (const { statements } of points) {
    const found = statements.find((one) => one.key === key);
    if (found) return found;
  }
  return undefined;
}
